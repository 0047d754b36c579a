// Calls that change the kernel's state of the process. They do what they always do; a session that undoes
// executions must know of them (kernel_state.h).
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cstdarg>
#include <cstdint>

#include "runtime/core/state.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"
#include "runtime/process/shared_mappings.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/outside_state.h"
#include "runtime/shadow/shadow.h"
#include "runtime/uninstrumented/generated_code.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

// Functions that start with this return what the original returns.
const RealFunctions& touching(const char* what) {
  if (g.active) touch_kernel_state(what);
  return real();
}

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

// Memory from before the execution is no longer only memory.
void touch_memory(const void* address, std::size_t bytes, const char* what) {
  if (g.active && !is_new_mapping(number(address), bytes)) touch_kernel_state(what);
}

// The first `kept_bytes` were there before.
void* note_mapping(void* mapped, std::size_t bytes, bool over_others, std::size_t kept_bytes = 0) {
  if (!g.active || mapped == MAP_FAILED) return mapped;
  if (over_others && !is_new_mapping(number(mapped), bytes)) touch_kernel_state("mmap");
  touch_mapping(number(mapped), bytes);
  // An earlier mapping may have had the address, and its accesses do not concern this memory.
  shadow_mapped(number(mapped) + kept_bytes, bytes - kept_bytes);
  return mapped;
}

// Limits on memory would affect the runtime, which reserves much and uses little. They are not changed.
bool keeps_from_runtime(int resource, std::uintptr_t pc) {
  if (!g.active || (resource != RLIMIT_AS && resource != RLIMIT_DATA && resource != RLIMIT_STACK))
    return false;
  note_uncontrolled(wire::Uncontrolled::kSystemCall, pc, "setrlimit of memory, which is not set");
  return true;
}

}  // namespace

STALEMATE_INTERPOSED void* mmap(void* address, std::size_t bytes, int protection, int flags, int fd,
                                off_t offset) noexcept {
  void* mapped = real().mmap(address, bytes, protection, flags, fd, offset);
  if ((protection & PROT_EXEC) != 0 && mapped != MAP_FAILED) note_generated_code(STALEMATE_CALLER);
  note_shared_mapping(mapped, bytes, protection, flags, fd, STALEMATE_CALLER);
  return note_mapping(mapped, bytes, (flags & MAP_FIXED) != 0);
}

STALEMATE_INTERPOSED void* mmap64(void* address, std::size_t bytes, int protection, int flags, int fd,
                                  off_t offset) noexcept {
  if ((protection & PROT_EXEC) != 0) note_generated_code(STALEMATE_CALLER);
  void* mapped = real().mmap(address, bytes, protection, flags, fd, offset);
  note_shared_mapping(mapped, bytes, protection, flags, fd, STALEMATE_CALLER);
  return note_mapping(mapped, bytes, (flags & MAP_FIXED) != 0);
}

STALEMATE_INTERPOSED int munmap(void* address, std::size_t bytes) noexcept {
  touch_memory(address, bytes, "munmap");
  forget_shared_mapping(address, bytes);
  return real().munmap(address, bytes);
}

STALEMATE_INTERPOSED void* mremap(void* address, std::size_t old_bytes, std::size_t bytes, int flags,
                                  ...) noexcept {
  va_list rest;
  va_start(rest, flags);
  void* wanted = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void*) : nullptr;
  va_end(rest);
  touch_memory(address, old_bytes, "mremap");
  void* mapped = real().mremap(address, old_bytes, bytes, flags, wanted);
  const std::size_t stays = mapped == address ? std::min(round_up(old_bytes, kPageBytes), bytes) : 0;
  return note_mapping(mapped, bytes, wanted != nullptr, stays);
}

STALEMATE_INTERPOSED int mprotect(void* address, std::size_t bytes, int protection) noexcept {
  touch_memory(address, bytes, "mprotect");
  if ((protection & PROT_EXEC) != 0) note_generated_code(STALEMATE_CALLER);
  return real().mprotect(address, bytes, protection);
}

STALEMATE_INTERPOSED int madvise(void* address, std::size_t bytes, int advice) noexcept {
  touch_memory(address, bytes, "madvise");
  return real().madvise(address, bytes, advice);
}

STALEMATE_INTERPOSED int chdir(const char* path) noexcept {
  reads_text(path, STALEMATE_CALLER);
  use_outside(Outside::kDirectory, 0, OutsideUse::kChange, "working directory", STALEMATE_CALLER);
  if (g.active) touch_working_directory();
  return real().chdir(path);
}

STALEMATE_INTERPOSED int fchdir(int fd) noexcept {
  use_outside(Outside::kDirectory, 0, OutsideUse::kChange, "working directory", STALEMATE_CALLER);
  if (g.active) touch_working_directory();
  return real().fchdir(fd);
}

STALEMATE_INTERPOSED int chroot(const char* path) noexcept {
  reads_text(path, STALEMATE_CALLER);
  return touching("chroot").chroot(path);
}

STALEMATE_INTERPOSED int setrlimit(__rlimit_resource_t which, const rlimit* limit) noexcept {
  reads_argument(limit, sizeof *limit, STALEMATE_CALLER);
  if (keeps_from_runtime(static_cast<int>(which), STALEMATE_CALLER)) return 0;
  return touching("setrlimit").setrlimit(which, limit);
}

STALEMATE_INTERPOSED int setrlimit64(__rlimit_resource_t which, const rlimit64* limit) noexcept {
  reads_argument(limit, sizeof *limit, STALEMATE_CALLER);
  return setrlimit(which, reinterpret_cast<const rlimit*>(limit));
}

STALEMATE_INTERPOSED int prlimit(pid_t process, __rlimit_resource which, const rlimit* limit,
                                 rlimit* before) noexcept {
  reads_argument(limit, sizeof *limit, STALEMATE_CALLER);
  writes_argument(before, sizeof *before, STALEMATE_CALLER);
  if (limit != nullptr && keeps_from_runtime(static_cast<int>(which), STALEMATE_CALLER)) limit = nullptr;
  return (limit != nullptr ? touching("prlimit") : real()).prlimit(process, which, limit, before);
}

STALEMATE_INTERPOSED int prlimit64(pid_t process, __rlimit_resource which, const rlimit64* limit,
                                   rlimit64* before) noexcept {
  reads_argument(limit, sizeof *limit, STALEMATE_CALLER);
  writes_argument(before, sizeof *before, STALEMATE_CALLER);
  return prlimit(process, which, reinterpret_cast<const rlimit*>(limit), reinterpret_cast<rlimit*>(before));
}

STALEMATE_INTERPOSED pid_t setsid() noexcept { return touching("setsid").setsid(); }
STALEMATE_INTERPOSED int setpgid(pid_t process, pid_t group) noexcept {
  return touching("setpgid").setpgid(process, group);
}
STALEMATE_INTERPOSED int setuid(uid_t user) noexcept { return touching("setuid").setuid(user); }
STALEMATE_INTERPOSED int setgid(gid_t group) noexcept { return touching("setgid").setgid(group); }
STALEMATE_INTERPOSED int nice(int increment) noexcept { return touching("nice").nice(increment); }
STALEMATE_INTERPOSED int setpriority(__priority_which_t which, id_t who, int priority) noexcept {
  return touching("setpriority").setpriority(which, who, priority);
}

STALEMATE_INTERPOSED int prctl(int option, ...) noexcept {
  va_list rest;
  va_start(rest, option);
  unsigned long words[4];
  for (unsigned long& word : words) word = va_arg(rest, unsigned long);
  va_end(rest);
  return touching("prctl").prctl(option, words[0], words[1], words[2], words[3]);
}
