#include "runtime/isolation/descriptors.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
  char name[];
};

int read_number(const char* text) {
  int number = 0;
  if (*text < '0' || *text > '9') return -1;  // "." and ".."
  for (; *text != 0; ++text) number = number * 10 + (*text - '0');
  return number;
}

Descriptor describe(int fd) {
  Descriptor described = {};
  described.number = fd;
  described.copy = -1;
  described.status_flags = static_cast<int>(kernel::call(SYS_fcntl, fd, F_GETFL));
  described.close_on_exec = (kernel::call(SYS_fcntl, fd, F_GETFD) & FD_CLOEXEC) != 0;
  struct stat status = {};
  described.has_position = kernel::call(SYS_fstat, fd, kernel::word(&status)) == 0 && S_ISREG(status.st_mode);
  described.inode = status.st_ino;
  if (described.has_position) described.position = kernel::call(SYS_lseek, fd, 0, SEEK_CUR);
  return described;
}

bool insert(Descriptors& into, const Descriptor& one) {
  if (into.count == Descriptors::kMost) return false;
  std::uint32_t at = into.count++;
  for (; at > 0 && into.all[at - 1].number > one.number; --at) into.all[at] = into.all[at - 1];
  into.all[at] = one;
  return true;
}

std::int64_t open_now(int folder) {
  struct stat status = {};
  return kernel::call(SYS_fstat, folder, kernel::word(&status)) == 0 ? status.st_size : 0;
}

bool close_between(int first, int last) {
  return first > last || kernel::call(SYS_close_range, first, last, 0) == 0;
}

bool close_others(const Descriptors& known, int end) {
  int next = 0;
  for (std::uint32_t n = 0; n < known.count; ++n) {
    if (!close_between(next, known.all[n].number - 1)) return false;
    next = known.all[n].number + 1;
  }
  return close_between(next, end - 1);
}

int pending_bytes(int fd) {
  int bytes = 0;
  return kernel::call(SYS_ioctl, fd, FIONREAD, kernel::word(&bytes)) == 0 ? bytes : -1;
}

bool is_untouched(const Descriptor& one) {
  struct stat status = {};
  return kernel::call(SYS_fstat, one.number, kernel::word(&status)) == 0 && status.st_ino == one.inode &&
         pending_bytes(one.number) == one.pending;
}

}  // namespace

bool list_descriptors(Descriptors& into, int end) {
  into.count = 0;
  const int directory = kernel::open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return false;
  alignas(DirectoryEntry) char chunk[2048];
  bool fine = true;
  for (long got;
       fine && (got = kernel::call(SYS_getdents64, directory, kernel::word(chunk), sizeof chunk)) > 0;) {
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(chunk + at);
      at += entry->length;
      const int fd = read_number(entry->name);
      if (fd >= 0 && fd != directory && fd < end) fine = fine && insert(into, describe(fd));
    }
  }
  kernel::close(directory);
  return fine;
}

bool keep_copies(Descriptors& of, int lowest, bool (*is_own)(int fd)) {
  for (std::uint32_t n = 0; n < of.count; ++n) {
    if (is_own(of.all[n].number)) {
      of.all[n].pending = pending_bytes(of.all[n].number);
      continue;
    }
    of.all[n].copy = static_cast<int>(kernel::call(SYS_fcntl, of.all[n].number, F_DUPFD_CLOEXEC, lowest));
    if (of.all[n].copy < 0) return false;
  }
  const int folder = kernel::open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  of.folder = folder < 0 ? folder : kernel::move_descriptor(folder, lowest);
  return of.folder >= 0;
}

void count_descriptors(Descriptors& of) { of.opened = open_now(of.folder); }

bool put_back_descriptors(const Descriptors& from, int end) {
  for (std::uint32_t n = 0; n < from.count; ++n) {
    const Descriptor& one = from.all[n];
    if (one.copy < 0) {
      if (!is_untouched(one)) return false;
      continue;
    }
    const int flags = one.close_on_exec ? O_CLOEXEC : 0;
    if (kernel::call(SYS_dup3, one.copy, one.number, flags) != one.number) return false;
    kernel::call(SYS_fcntl, one.number, F_SETFL, one.status_flags);
  }
  put_back_positions(from);
  // Trying all numbers takes longer than everything else here.
  return (from.opened > 0 && open_now(from.folder) == from.opened) || close_others(from, end);
}

void put_back_positions(const Descriptors& from) {
  for (std::uint32_t n = 0; n < from.count; ++n)
    if (from.all[n].has_position) kernel::call(SYS_lseek, from.all[n].number, from.all[n].position, SEEK_SET);
}

}  // namespace stalemate::rt
