// syscall(): the system calls that C++ libraries and programs make by number. Those that the runtime controls
// under another name are redirected; those that neither block nor affect other threads pass; all others pass
// as well, and are noted.
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/io/io_call.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/futex.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/uninstrumented/generated_code.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

struct Arguments {
  long at[6];
  template <class T>
  T* pointer(int n) const {
    return reinterpret_cast<T*>(at[n]);
  }
  int number(int n) const { return static_cast<int>(at[n]); }
  std::size_t bytes(int n) const { return static_cast<std::size_t>(at[n]); }
};

// A separate number for every thread, main's being the process's as usual. They follow from the creation
// paths (S11); the kernel does not know them.
pid_t thread_number() {
  return static_cast<pid_t>(kernel::call(SYS_getpid)) + static_cast<pid_t>(g.current->slot);
}

// Neither block nor change what another thread of the program can observe other than through memory.
bool is_harmless(long number) {
  switch (number) {
    case SYS_getpid:
    case SYS_getppid:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_getpgrp:
    case SYS_getpgid:
    case SYS_getsid:
    case SYS_getgroups:
    case SYS_uname:
    case SYS_getcwd:
    case SYS_clock_getres:
    case SYS_sched_getaffinity:
    case SYS_sched_getscheduler:
    case SYS_sched_getparam:
    case SYS_sched_get_priority_max:
    case SYS_sched_get_priority_min:
    case SYS_getrlimit:
    case SYS_prlimit64:
    case SYS_getpriority:
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_mremap:
    case SYS_madvise:
    case SYS_mincore:
    case SYS_mlock:
    case SYS_munlock:
    case SYS_brk:
    case SYS_memfd_create:
    case SYS_fstat:
    case SYS_stat:
    case SYS_lstat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_access:
    case SYS_faccessat:
    case SYS_readlink:
    case SYS_readlinkat:
    case SYS_getdents64:
    case SYS_set_robust_list:
    case SYS_get_robust_list:
    case SYS_rseq:
    case SYS_getxattr:
    case SYS_fgetxattr: return true;
    default: return false;
  }
}

void note(long number, std::uintptr_t pc) {
  char text[40];
  std::snprintf(text, sizeof text, "syscall(%ld)", number);
  note_uncontrolled(wire::Uncontrolled::kSystemCall, pc, text);
}

// The kernel would read, write and wait by itself. Programs have an alternative for kernels without it.
long refuse_io_uring(std::uintptr_t pc) {
  note_uncontrolled(wire::Uncontrolled::kSystemCall, pc, "io_uring_setup, which fails with ENOSYS");
  return with_errno(-ENOSYS);
}

long futex_call(const Arguments& a, std::uintptr_t pc) {
  return with_errno(futex({a.pointer<std::uint32_t>(0), a.number(1), static_cast<std::uint32_t>(a.at[2]),
                           static_cast<std::uintptr_t>(a.at[3]), a.pointer<std::uint32_t>(4),
                           static_cast<std::uint32_t>(a.at[5]), pc}));
}

// Descriptors: the functions that libc has for these calls are controlled.
bool call_descriptors(long number, const Arguments& a, long& result) {
  switch (number) {
    case SYS_read: result = read(a.number(0), a.pointer<void>(1), a.bytes(2)); return true;
    case SYS_write: result = write(a.number(0), a.pointer<void>(1), a.bytes(2)); return true;
    case SYS_readv: result = readv(a.number(0), a.pointer<iovec>(1), a.number(2)); return true;
    case SYS_writev: result = writev(a.number(0), a.pointer<iovec>(1), a.number(2)); return true;
    case SYS_close: result = close(a.number(0)); return true;
    case SYS_pipe: result = pipe(a.pointer<int>(0)); return true;
    case SYS_pipe2: result = pipe2(a.pointer<int>(0), a.number(1)); return true;
    case SYS_eventfd2: result = eventfd(static_cast<unsigned>(a.at[0]), a.number(1)); return true;
    case SYS_dup: result = dup(a.number(0)); return true;
    case SYS_dup2: result = dup2(a.number(0), a.number(1)); return true;
    case SYS_poll: result = poll(a.pointer<pollfd>(0), a.bytes(1), a.number(2)); return true;
    default: return false;
  }
}

long controlled(long number, const Arguments& a, std::uintptr_t pc) {
  switch (number) {
    case SYS_futex: return futex_call(a, pc);
    case SYS_gettid: return thread_number();
    case SYS_membarrier: return 0;  // every operation is one (S14)
    case SYS_sched_yield: return sched_yield();
    case SYS_nanosleep: return nanosleep(a.pointer<const timespec>(0), a.pointer<timespec>(1));
    case SYS_clock_nanosleep:
      return with_errno(
          -clock_nanosleep(a.number(0), a.number(1), a.pointer<const timespec>(2), a.pointer<timespec>(3)));
    case SYS_clock_gettime: return clock_gettime(a.number(0), a.pointer<timespec>(1));
    case SYS_gettimeofday: return gettimeofday(a.pointer<timeval>(0), a.pointer<void>(1));
    case SYS_time: return time(a.pointer<time_t>(0));
    case SYS_getrandom:
      return getrandom(a.pointer<void>(0), static_cast<std::size_t>(a.at[1]), static_cast<unsigned>(a.at[2]));
    case SYS_io_uring_setup: return refuse_io_uring(pc);
    case SYS_exit: finish_current();  // the thread alone, and nothing of what pthread_exit does
    case SYS_exit_group: _exit(a.number(0));
    default: break;
  }
  long result = 0;
  if (call_descriptors(number, a, result)) return result;
  if ((number == SYS_mmap || number == SYS_mprotect || number == SYS_pkey_mprotect) &&
      (a.at[2] & PROT_EXEC) != 0)
    note_generated_code(pc);
  if (!is_harmless(number)) note(number, pc);
  return with_errno(kernel::call(number, a.at[0], a.at[1], a.at[2], a.at[3], a.at[4], a.at[5]));
}

}  // namespace

STALEMATE_INTERPOSED long syscall(long number, ...) noexcept {
  Arguments a;
  va_list list;
  va_start(list, number);
  for (long& argument : a.at) argument = va_arg(list, long);
  va_end(list);
  if (!g.active) return real().syscall(number, a.at[0], a.at[1], a.at[2], a.at[3], a.at[4], a.at[5]);
  return controlled(number, a, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED pid_t gettid() noexcept {
  if (!g.active) return real().gettid();
  return thread_number();
}
