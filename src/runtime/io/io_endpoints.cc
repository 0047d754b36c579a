#include "runtime/io/io_endpoints.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/core/fiber.h"
#include "runtime/core/leave_memory.h"
#include "runtime/core/state.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

using layout::EndpointKind;

constexpr int kMost = 4096;
constexpr std::uint32_t kFoundSlot = 0xffff;  // no thread's: found, not made
constexpr std::uint32_t kEarlySlot = 0xfffd;  // made before there were threads

Endpoint table[kMost];
std::uint32_t execution = 1;
int early_end = 0;

bool look_at(int fd, struct stat& status) { return kernel::call(SYS_fstat, fd, kernel::word(&status)) == 0; }

bool is_known(const Endpoint& one, const struct stat& status) {
  return (one.execution == execution || one.is_early()) && one.device == status.st_dev &&
         one.inode == status.st_ino;
}

// Another descriptor of the same pipe or socket.
const Endpoint* find_same(const struct stat& status, int but) {
  for (int fd = 0; fd < kMost; ++fd)
    if (fd != but && is_known(table[fd], status) && table[fd].counts) return &table[fd];
  return nullptr;
}

template <class Visit>
void each_descriptor_of(const struct stat& pipe, Visit visit) {
  for (int fd = 0; fd < 256; ++fd) {
    struct stat other;
    if (look_at(fd, other) && other.st_ino == pipe.st_ino && other.st_dev == pipe.st_dev) visit(fd);
  }
}

// A pipe from before the execution: whether this process also has its other end.
bool has_both_ends(const struct stat& pipe) {
  bool reads = false, writes = false;
  each_descriptor_of(pipe, [&](int fd) {
    const long flags = kernel::call(SYS_fcntl, fd, 3 /* F_GETFL */);
    reads = reads || (flags & 3) == 0;
    writes = writes || (flags & 3) == 1;
  });
  return reads && writes;
}

// Where a descriptor leads: "pipe:[1234]", "anon_inode:[eventfd]", a path.
void read_link(int fd, char* text, std::size_t bytes) {
  char path[40];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  const long length =
      kernel::call(SYS_readlink, kernel::word(path), kernel::word(text), static_cast<long>(bytes) - 1);
  text[length > 0 ? length : 0] = 0;
}

bool is_terminal(const struct stat& status) {
  const unsigned number = major(status.st_rdev);
  return S_ISCHR(status.st_mode) && (number == 4 || number == 5 || (number >= 136 && number <= 143));
}

void classify(int fd, const struct stat& status, Endpoint& one) {
  char link[64];
  read_link(fd, link, sizeof link);
  one.counts = true;
  if (S_ISFIFO(status.st_mode)) {
    one.kind = EndpointKind::kPipe;
    one.reach = std::strncmp(link, "pipe:", 5) != 0 ? Reach::kShared
                : has_both_ends(status)             ? Reach::kInside
                                                    : Reach::kOutside;
  } else if (S_ISSOCK(status.st_mode)) {
    one.kind = EndpointKind::kSocket;
    one.reach = Reach::kOutside;
  } else if (std::strcmp(link, "anon_inode:[eventfd]") == 0) {
    one.kind = EndpointKind::kEventfd;
    one.reach = Reach::kShared;
  } else if (std::strcmp(link, "anon_inode:[eventpoll]") == 0) {
    one.kind = EndpointKind::kEpoll;
    one.reach = Reach::kShared;
  } else {
    // Timers and similar descriptors, which the kernel makes ready; a terminal. Everything else never blocks.
    one.counts = std::strncmp(link, "anon_inode:", 11) == 0 || is_terminal(status);
    one.reach = Reach::kOutside;
  }
}

void recognise(int fd, const struct stat& status) {
  Endpoint& one = table[fd];
  one = Endpoint{};
  one.device = status.st_dev;
  one.inode = status.st_ino;
  one.execution = execution;
  const bool has_own_inode = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  if (const Endpoint* same = has_own_inode ? find_same(status, fd) : nullptr; same != nullptr) {
    one = *same;
    return;
  }
  if (fd == 1 || fd == 2 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return;
  classify(fd, status, one);
  one.name = layout::endpoint_name(one.kind, kFoundSlot, static_cast<std::uint32_t>(fd));
  // Its other descriptors have the same name, even if this one is closed first.
  if (one.kind == EndpointKind::kPipe) each_descriptor_of(status, [&](int other) { table[other] = one; });
  // Its contents are not restored when the execution is undone.
  if (one.counts) touch_kernel_state("read");
}

}  // namespace

Endpoint* endpoint(int fd) {
  struct stat status;
  if (fd != 1 && fd != 2) leave_memory();
  if (fd < 0 || fd >= kMost || !look_at(fd, status)) return nullptr;
  if (!is_known(table[fd], status)) recognise(fd, status);
  if (table[fd].is_early()) touch_kernel_state("read");  // its contents are not restored
  return table[fd].counts ? &table[fd] : nullptr;
}

const Endpoint* known_endpoint(int fd) {
  const Endpoint& one = table[fd];
  return one.counts && (one.execution == execution || one.is_early()) ? &one : nullptr;
}

std::uint64_t new_endpoint_name(EndpointKind kind) {
  return layout::endpoint_name(kind, g.current->slot, g.current->endpoints_made++);
}

void add_endpoint(int fd, std::uint64_t name, EndpointKind kind, Reach reach) {
  struct stat status;
  leave_memory();
  if (fd < 0 || fd >= kMost || !look_at(fd, status)) return;
  table[fd] = {name, status.st_dev, status.st_ino, execution, kind, reach, true, false, false};
}

void add_early_endpoint(int fd, int first, EndpointKind kind, bool semaphore) {
  struct stat status;
  if (fd < 0 || fd >= kMost || !look_at(fd, status)) return;
  const std::uint64_t name = layout::endpoint_name(kind, kEarlySlot, static_cast<std::uint32_t>(first));
  table[fd] = {name, status.st_dev, status.st_ino, 0, kind, Reach::kInside, true, false, semaphore};
  if (fd >= early_end) early_end = fd + 1;
}

Endpoint* early_endpoint(int fd) {
  struct stat status;
  if (fd < 0 || fd >= kMost || !table[fd].is_early() || !look_at(fd, status)) return nullptr;
  return is_known(table[fd], status) ? &table[fd] : nullptr;
}

void copy_endpoint(int fd, int copy) {
  if (fd < 0 || fd >= kMost || copy < 0 || copy >= kMost || fd == copy) return;
  const bool known = g.active ? endpoint(fd) != nullptr : early_endpoint(fd) != nullptr;
  table[copy] = known ? table[fd] : Endpoint{};
  if (table[copy].is_early() && copy >= early_end) early_end = copy + 1;
}

void forget_endpoint(int fd) {
  leave_memory();
  if (fd >= 0 && fd < kMost) table[fd] = Endpoint{};
}

void forget_all_endpoints() { ++execution; }

int endpoint_limit() { return kMost; }
int early_endpoint_limit() { return early_end; }

}  // namespace stalemate::rt
