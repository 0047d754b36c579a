// Files that the program opens. What is written outlives the execution, and the next one may read it: the
// ledger lists it. The kernel's random number generators are replaced by ours, so that executions repeat.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "runtime/core/leave_memory.h"
#include "runtime/core/random_device.h"
#include "runtime/core/state.h"
#include "runtime/libc/outside_files.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

bool begins_with(const char* path, const char* folder) {
  return std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool is_generator(const char* path) {
  return std::strcmp(path, "/dev/urandom") == 0 || std::strcmp(path, "/dev/random") == 0;
}

void note_write(const char* path, std::uintptr_t pc) {
  if (begins_with(path, "/dev/") || begins_with(path, "/proc/")) return;
  // The end of a path is more informative than its beginning.
  constexpr std::size_t kRoom = sizeof(wire::LedgerEntry::detail) - 1;
  const std::size_t length = std::strlen(path);
  note_uncontrolled(wire::Uncontrolled::kFileWritten, pc, length > kRoom ? path + (length - kRoom) : path);
}

void note_flags(const char* path, int flags, std::uintptr_t pc) {
  if (g.active && (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)) != 0) note_write(path, pc);
}

int opened(int fd) {
  renew_descriptor(fd);
  return fd;
}

FILE* opened(FILE* stream) {
  if (stream != nullptr) renew_descriptor(stream->_fileno);
  return stream;
}

int flags_of(const char* mode) {
  const int truncates = mode[0] == 'w' ? O_TRUNC : 0;
  return mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | truncates;
}

void note_mode(const char* path, const char* mode, std::uintptr_t pc) {
  leave_memory();
  reads_text(path, pc);
  reads_text(mode, pc);
  if (g.active && path != nullptr) use_opened(AT_FDCWD, path, flags_of(mode), pc);
  if (g.active && path != nullptr && std::strpbrk(mode, "wa+") != nullptr) note_write(path, pc);
}

// A file of numbers that follow only from the program's own draws. It ends, unlike a generator; a test hardly
// draws so many.
int open_own_generator(int flags) {
  constexpr std::size_t kBytes = 256 * 1024;
  const int fd = memfd_create("random", (flags & O_CLOEXEC) != 0 ? MFD_CLOEXEC : 0);
  if (fd < 0) return fd;
  std::uint64_t numbers[512];
  for (std::size_t written = 0; written < kBytes; written += sizeof numbers) {
    for (std::uint64_t& number : numbers) number = next_device_number();
    kernel::call(SYS_write, fd, kernel::word(numbers), sizeof numbers);
  }
  kernel::call(SYS_lseek, fd, 0, SEEK_SET);
  return fd;
}

// nullptr: the path is not a generator, or ours is not available; open the path itself.
FILE* stream_of_generator(const char* path, const char* mode) {
  if (!g.active || !is_generator(path) || mode[0] != 'r') return nullptr;
  leave_memory();
  const int fd = open_own_generator(0);
  return fd < 0 ? nullptr : fdopen(fd, mode);
}

bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open_noting(const char* path, int flags, mode_t mode, std::uintptr_t pc) {
  leave_memory();
  reads_text(path, pc);
  if (g.active && is_generator(path) && (flags & O_ACCMODE) == O_RDONLY)
    if (const int fd = open_own_generator(flags); fd >= 0) return fd;
  note_flags(path, flags, pc);
  use_opened(AT_FDCWD, path, flags, pc);
  return opened(real().open(path, flags, mode));
}

int openat_noting(int folder, const char* path, int flags, mode_t mode, std::uintptr_t pc) {
  if (path[0] == '/' || folder == AT_FDCWD) return open_noting(path, flags, mode, pc);
  leave_memory();
  reads_text(path, pc);
  note_flags(path, flags, pc);
  use_opened(folder, path, flags, pc);
  return opened(real().openat(folder, path, flags, mode));
}

}  // namespace

// The third argument exists only if the flags require it.
#define STALEMATE_MODE(flags)    \
  mode_t mode = 0;               \
  if (has_mode(flags)) {         \
    va_list rest;                \
    va_start(rest, flags);       \
    mode = va_arg(rest, mode_t); \
    va_end(rest);                \
  }

STALEMATE_INTERPOSED int open(const char* path, int flags, ...) {
  STALEMATE_MODE(flags)
  return open_noting(path, flags, mode, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int open64(const char* path, int flags, ...) {
  STALEMATE_MODE(flags)
  return open_noting(path, flags, mode, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int openat(int folder, const char* path, int flags, ...) {
  STALEMATE_MODE(flags)
  return openat_noting(folder, path, flags, mode, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int openat64(int folder, const char* path, int flags, ...) {
  STALEMATE_MODE(flags)
  return openat_noting(folder, path, flags, mode, STALEMATE_CALLER);
}

// What the headers of a hardened build call for an open() without a mode.
STALEMATE_INTERPOSED int __open_2(const char* path, int flags) {
  return open_noting(path, flags, 0, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int __open64_2(const char* path, int flags) {
  return open_noting(path, flags, 0, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int creat(const char* path, mode_t mode) {
  return open_noting(path, O_CREAT | O_WRONLY | O_TRUNC, mode, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int creat64(const char* path, mode_t mode) {
  return open_noting(path, O_CREAT | O_WRONLY | O_TRUNC, mode, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED FILE* fopen(const char* path, const char* mode) {
  if (FILE* own = stream_of_generator(path, mode)) return own;
  note_mode(path, mode, STALEMATE_CALLER);
  return opened(real().fopen(path, mode));
}

STALEMATE_INTERPOSED FILE* fopen64(const char* path, const char* mode) {
  if (FILE* own = stream_of_generator(path, mode)) return own;
  note_mode(path, mode, STALEMATE_CALLER);
  return opened(real().fopen(path, mode));
}

STALEMATE_INTERPOSED FILE* freopen(const char* path, const char* mode, FILE* stream) {
  note_mode(path, mode, STALEMATE_CALLER);
  use_stream(stream, StreamUse::kEnd, STALEMATE_CALLER);
  return real().freopen(path, mode, stream);
}

STALEMATE_INTERPOSED FILE* freopen64(const char* path, const char* mode, FILE* stream) {
  note_mode(path, mode, STALEMATE_CALLER);
  use_stream(stream, StreamUse::kEnd, STALEMATE_CALLER);
  return real().freopen(path, mode, stream);
}
