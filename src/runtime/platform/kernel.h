// System calls without libc in between: a program may define functions called open or close, and the linker
// would give us those. They do not change errno; a negative result is the error.
#pragma once

#include <sys/syscall.h>
#include <cstddef>
#include <cstdint>

namespace stalemate::rt::kernel {

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

template <class T>
long word(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

inline int open(const char* path, int flags) { return static_cast<int>(call(SYS_open, word(path), flags)); }
inline void close(int fd) { call(SYS_close, fd); }
inline long read(int fd, void* to, std::size_t bytes) {
  return call(SYS_read, fd, word(to), static_cast<long>(bytes));
}
inline long pread(int fd, void* to, std::size_t bytes, long at) {
  return call(SYS_pread64, fd, word(to), static_cast<long>(bytes), at);
}
// Moves the open file to a descriptor at `lowest` or above, closed on exec; negative: not possible.
inline int move_descriptor(int fd, int lowest) {
  const long moved = call(SYS_fcntl, fd, 1030 /* F_DUPFD_CLOEXEC */, lowest);
  close(fd);
  return static_cast<int>(moved);
}
inline void redirect(int from, int to) { call(SYS_dup2, to, from); }
inline void truncate_and_rewind(int fd) {
  call(SYS_ftruncate, fd, 0);
  call(SYS_lseek, fd, 0, 0);
}
inline void close_on_exec(int fd) { call(SYS_fcntl, fd, 2 /* F_SETFD */, 1 /* FD_CLOEXEC */); }

// nullptr if the kernel refuses.
inline void* map(void* at, std::size_t bytes, int protection, int flags, int fd = -1,
                 std::uint64_t offset = 0) {
  const long result =
      call(SYS_mmap, word(at), static_cast<long>(bytes), protection, flags, fd, static_cast<long>(offset));
  return result < 0 && result > -4096 ? nullptr : reinterpret_cast<void*>(result);
}
inline void unmap(void* at, std::size_t bytes) { call(SYS_munmap, word(at), static_cast<long>(bytes)); }
inline void forbid(void* at, std::size_t bytes) { call(SYS_mprotect, word(at), static_cast<long>(bytes), 0); }

inline void send(int process, int signal) { call(SYS_kill, process, signal); }
inline void die_with_parent() { call(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, 9 /* SIGKILL */); }
[[noreturn]] inline void exit(int code) {
  for (;;) call(SYS_exit_group, code);
}

}  // namespace stalemate::rt::kernel
