// How a program comes under control: `stalemate run` starts it with a channel, and main is entered once per
// execution, in a separate process. Without a channel nothing happens.
#include "runtime/session/attach.h"
#include <linux/sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/check.h"
#include "model/wire/entry.h"
#include "model/wire/layout.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/tls.h"
#include "runtime/process/process.h"
#include "runtime/session/server.h"
#include "runtime/uninstrumented/instrumented_program.h"
#include "runtime/uninstrumented/unseen_library.h"

namespace stalemate::rt {

namespace {

struct Arguments {
  Main main = nullptr;
  int argc = 0;
  char** argv = nullptr;
  char** environment = nullptr;
};

Arguments arguments;
int channel_fd = -1;
int capture_fd = -1;
std::size_t preload_length = 0;  // of the runtime's entry in LD_PRELOAD

// This note identifies a program that is linked with the runtime, stripped or not (entry.h).
asm(R"(
    .pushsection .note.stalemate, "a", @note
    .balign 4
    .long 10, 4, 1
    .asciz "stalemate"
    .balign 4
    .long 1
    .popsection
)");
static_assert(sizeof wire::kNoteOwner == 10);

void run_program(void*) { std::exit(arguments.main(arguments.argc, arguments.argv, arguments.environment)); }

// Header, item ring twice, log ring twice (model/wire/entry.h).
void* map_channel() {
  wire::Channel head;
  if (kernel::pread(channel_fd, &head, 64, 0) != 64 || head.magic != wire::kChannelMagic) return nullptr;
  if (head.version != wire::kVersion) return nullptr;
  const std::uint64_t items = head.item_ring_bytes, logs = head.log_ring_bytes;
  const std::uint64_t bytes = wire::channel_mapping_bytes(items, logs);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const wanted = reinterpret_cast<void*>(layout::kChannelRegion);
  void* reserved = kernel::map(wanted, bytes, PROT_NONE, kFlags | MAP_FIXED_NOREPLACE);
  if (reserved == nullptr) reserved = kernel::map(nullptr, bytes, PROT_NONE, kFlags);
  char* const base = static_cast<char*>(reserved);
  if (base == nullptr) return nullptr;
  bool mapped = true;
  auto place = [&](std::uint64_t at, std::uint64_t size, std::uint64_t offset) {
    mapped = mapped && kernel::map(base + at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                   channel_fd, offset) != nullptr;
  };
  const std::uint64_t first = wire::item_ring_offset(), second = wire::log_ring_offset(items);
  place(0, wire::kChannelBytes, 0);
  place(first, items, wire::kChannelBytes);
  place(first + items, items, wire::kChannelBytes);
  place(second, logs, wire::kChannelBytes + items);
  place(second + logs, logs, wire::kChannelBytes + items);
  return mapped ? base : nullptr;
}

// Once: for the first of main and a static initialiser that starts a thread.
void attach(bool running) {
  void* mapping = map_channel();
  STALEMATE_CHECK(mapping != nullptr, "the channel given to this program is not one of this version's");
  kernel::close(channel_fd);
  channel_fd = -1;
  call_stacks_end_at(reinterpret_cast<const void*>(run_program));
  serve(mapping, 0, capture_fd, {run_program, nullptr, true, running});
}

// The list of preloaded libraries as it was before ours was added, by its path or by a descriptor.
void restore_preload() {
  const char* list = std::getenv("LD_PRELOAD");
  if (list == nullptr || preload_length == 0 || std::strlen(list) < preload_length) return;
  int fd = -1;
  if (std::sscanf(list, "/proc/self/fd/%d", &fd) == 1) kernel::close(fd);
  if (list[preload_length] == ':')
    setenv("LD_PRELOAD", list + preload_length + 1, 1);
  else
    unsetenv("LD_PRELOAD");
}

// The variables are removed, so that processes which the program starts are not affected.
bool take_channel() {
  const char* variable = std::getenv(wire::kChannelVariable);
  if (variable == nullptr ||
      std::sscanf(variable, "%d,%d,%zu", &channel_fd, &capture_fd, &preload_length) < 2)
    return false;
  unsetenv(wire::kChannelVariable);
  restore_preload();
  kernel::close_on_exec(channel_fd);
  kernel::close_on_exec(capture_fd);
  return true;
}

// The two descriptors of a worker; false: the explorer is gone.
bool receive_worker(int socket, int (&descriptors)[2]) {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)];
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (kernel::call(SYS_recvmsg, socket, kernel::word(&message)) != 1) return false;
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof descriptors)) return false;
  __builtin_memcpy(descriptors, CMSG_DATA(header), sizeof descriptors);
  return true;
}

// If addresses are random, and must be the same in all workers (worker/fork_server.h): returns in each
// worker. They are children of the process that started this one.
void serve_forks() {
  int socket = -1, capture = -1;
  const char* variable = std::getenv(wire::kForkServerVariable);
  if (variable == nullptr || std::sscanf(variable, "%d,%d", &socket, &capture) != 2) return;
  unsetenv(wire::kForkServerVariable);
  kernel::close_on_exec(socket);
  int* const thread_id = thread_id_field();
  if (thread_id == nullptr) kernel::exit(0);  // each is then started separately, and refuses with a message
  int answer = 0;
  for (;;) {
    int descriptors[2];
    if (kernel::call(SYS_write, socket, kernel::word(&answer), sizeof answer) != sizeof answer) break;
    if (!receive_worker(socket, descriptors)) break;
    constexpr long kFlags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
    answer = static_cast<int>(kernel::call(SYS_clone, kFlags, 0, 0, kernel::word(thread_id)));
    if (answer == 0) {
      kernel::call(SYS_setpgid, 0, 0);
      kernel::die_with_parent();
      kernel::redirect(socket, descriptors[0]);
      kernel::redirect(capture, descriptors[1]);
    }
    for (const int descriptor : descriptors) kernel::close(descriptor);
    if (answer == 0) return;
  }
  kernel::exit(0);
}

}  // namespace

void attach_early() {
  if (channel_fd >= 0) attach(true);
}

bool comes_under_control() {
  serve_forks();
  if (!take_channel()) return false;
  watch_exit();
  return true;
}

void enter_by(Main main) { arguments.main = main; }

int controlled_main(int argc, char** argv, char** environment) {
  if (channel_fd < 0) {  // under control already
    note_unseen_code();
    return arguments.main(argc, argv, environment);
  }
  arguments.argc = argc;
  arguments.argv = argv;
  arguments.environment = environment;
  attach(false);
  __builtin_unreachable();
}

}  // namespace stalemate::rt
