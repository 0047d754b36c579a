#include "runtime/libc/outside_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <cstring>

#include "runtime/libc/checked_memory.h"
#include "runtime/platform/kernel.h"
#include "runtime/scheduler/arguments.h"

namespace stalemate::rt {

namespace {

constexpr std::size_t kLongestPath = 4096;

bool look_at(int folder, const char* path, struct stat& found) {
  return kernel::call(SYS_newfstatat, folder, kernel::word(path), kernel::word(&found), 0) == 0;
}

std::uint64_t key_of(const struct stat& file) { return mix_outside(file.st_dev, file.st_ino); }

std::uint64_t hash_of(const char* text, std::size_t bytes) {
  std::uint64_t hash = 0;
  for (std::size_t n = 0; n < bytes; ++n) hash = mix_outside(hash, static_cast<unsigned char>(text[n]));
  return hash;
}

// The end of a path is more informative than its beginning.
const char* last_part(const char* path) {
  constexpr std::size_t kRoom = 47;
  const std::size_t length = stalemate_rt_strlen(path);
  return length > kRoom ? path + (length - kRoom) : path;
}

// An entry of a directory; `folder_key` is the directory's.
struct Entry {
  bool known = false;
  std::uint64_t key = 0, folder_key = 0;
};

Entry entry_of(int folder, const char* path) {
  std::size_t end = stalemate_rt_strlen(path);
  if (end == 0 || end >= kLongestPath) return {};
  while (end > 1 && path[end - 1] == '/') --end;
  std::size_t begin = end;
  while (begin > 0 && path[begin - 1] != '/') --begin;
  char parent[kLongestPath];
  stalemate_rt_memcpy(parent, path, begin);
  parent[begin] = 0;
  struct stat found;
  if (!look_at(folder, begin == 0 ? "." : parent, found)) return {};
  const std::uint64_t folder_key = key_of(found);
  return {true, mix_outside(folder_key, hash_of(path + begin, end - begin)), folder_key};
}

void use_working_directory(int folder, const char* path, std::uintptr_t pc) {
  if (path[0] != '/' && folder == AT_FDCWD)
    use_outside(Outside::kDirectory, 0, OutsideUse::kRead, last_part(path), pc);
}

// _IO_USER_BUF, _IO_NO_READS and _IO_IS_FILEBUF of glibc.
constexpr int kOwnBuffer = 1, kWritesOnly = 4, kHasDescriptor = 0x2000;

int descriptor_of(const FILE* stream) {
  return (stream->_flags & kHasDescriptor) != 0 ? stream->_fileno : -1;
}

struct MemoryStream {
  char** text;
  std::size_t* length;
};
constexpr std::size_t kMostMemoryStreams = 32;
MemoryStream memory_streams[kMostMemoryStreams];
std::size_t next_memory_stream = 0;

// What glibc keeps behind the FILE of a stream that open_memstream has made.
void store_text(const FILE* stream, std::uintptr_t pc) {
  constexpr std::size_t kPlace = 240;
  if (descriptor_of(stream) >= 0) return;
  MemoryStream place;
  stalemate_rt_memcpy(&place, reinterpret_cast<const char*>(stream) + kPlace, sizeof place);
  for (const MemoryStream& one : memory_streams) {
    if (one.text == nullptr || one.text != place.text || one.length != place.length) continue;
    writes_argument(one.text, sizeof *one.text, pc);
    writes_argument(one.length, sizeof *one.length, pc);
    return;
  }
}

// Calls lock the stream, so that they do not race with one another.
void use_buffer(const FILE* stream, std::uintptr_t pc) {
  if ((stream->_flags & kOwnBuffer) == 0 || racing.now == 0 || !is_checked_call(pc)) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(stream->_IO_buf_base);
  const auto end = reinterpret_cast<std::uintptr_t>(stream->_IO_buf_end);
  if (stream->_IO_buf_base == stream->_shortbuf || begin >= end || end - begin > 1u << 20) return;
  check_atomic(begin, end - begin, true, pc);
}

FileUse file_use(StreamUse use) {
  switch (use) {
    case StreamUse::kRead: return FileUse::kReadAt;
    case StreamUse::kMove: return FileUse::kMove;
    default: return FileUse::kWriteAt;
  }
}

}  // namespace

void use_path(int folder, const char* path, PathUse use, std::uintptr_t pc) {
  if (!g.active || path == nullptr) return;
  use_working_directory(folder, path, pc);
  const Entry entry = entry_of(folder, path);
  if (!entry.known) return;
  const bool changes = use == PathUse::kChange;
  use_outside(Outside::kName, entry.key, changes ? OutsideUse::kChange : OutsideUse::kRead, last_part(path),
              pc);
  if (changes) use_outside(Outside::kEntries, entry.folder_key, OutsideUse::kCombine, last_part(path), pc);
  struct stat found;
  if (use == PathUse::kChange || !look_at(folder, path, found)) return;
  if (use == PathUse::kList)
    use_outside(Outside::kEntries, key_of(found), OutsideUse::kRead, last_part(path), pc);
  else if (S_ISREG(found.st_mode))
    use_outside(Outside::kContents, key_of(found), OutsideUse::kRead, last_part(path), pc);
}

void use_opened(int folder, const char* path, int flags, std::uintptr_t pc) {
  if (!g.active || path == nullptr) return;
  struct stat found;
  const bool exists = look_at(folder, path, found);
  if (!exists) return use_path(folder, path, (flags & O_CREAT) != 0 ? PathUse::kChange : PathUse::kLook, pc);
  use_working_directory(folder, path, pc);
  const Entry entry = entry_of(folder, path);
  if (entry.known) use_outside(Outside::kName, entry.key, OutsideUse::kRead, last_part(path), pc);
  if (S_ISDIR(found.st_mode))
    use_outside(Outside::kEntries, key_of(found), OutsideUse::kRead, last_part(path), pc);
  if (S_ISREG(found.st_mode) && (flags & O_TRUNC) != 0)
    use_outside(Outside::kContents, key_of(found), OutsideUse::kChange, last_part(path), pc);
}

void use_file(int fd, FileUse use, std::uintptr_t pc) {
  if (!g.active || fd < 0 || fd == 1 || fd == 2) return;
  struct stat found;
  if (kernel::call(SYS_fstat, fd, kernel::word(&found)) != 0 || !S_ISREG(found.st_mode)) return;
  const std::uint64_t file = key_of(found), position = descriptor_key(fd);
  const auto contents = [&](OutsideUse how, const char* name) {
    use_outside(Outside::kContents, file, how, name, pc);
  };
  const auto moves = [&](OutsideUse how, const char* name) {
    use_outside(Outside::kPosition, position, how, name, pc);
  };
  switch (use) {
    case FileUse::kRead:
      moves(OutsideUse::kChange, "position of a descriptor");
      return contents(OutsideUse::kRead, "contents of a file");
    case FileUse::kWrite:
      moves(OutsideUse::kAppend, "position of a descriptor");
      return contents(OutsideUse::kAppend, "contents of a file");
    case FileUse::kReadAt: return contents(OutsideUse::kRead, "contents of a file");
    case FileUse::kWriteAt: return contents(OutsideUse::kAppend, "contents of a file");
    case FileUse::kMove: return moves(OutsideUse::kChange, "position of a descriptor");
    case FileUse::kChange: return contents(OutsideUse::kChange, "length of a file");
  }
}

void use_stream(FILE* stream, StreamUse use, std::uintptr_t pc) {
  if (stream == nullptr || !g.active) return;
  // Functions without a lock change the beginning.
  constexpr std::size_t kUsed = 16;
  if (use == StreamUse::kEnd)
    writes_argument(stream, sizeof *stream, pc);
  else
    reads_argument(reinterpret_cast<char*>(stream) + kUsed, 8, pc);
  use_buffer(stream, pc);
  if (use == StreamUse::kEnd || use == StreamUse::kFlush) store_text(stream, pc);
  if (stream == stdout || stream == stderr) return;
  const int fd = descriptor_of(stream);
  if (use == StreamUse::kEnd) {
    use_file(fd, FileUse::kWriteAt, pc);
    return renew_descriptor(fd);
  }
  if (use == StreamUse::kFlush) return;
  const bool log = fd >= 0 && (stream->_flags & kWritesOnly) != 0 && use == StreamUse::kWrite;
  const OutsideUse how = use == StreamUse::kLook ? OutsideUse::kRead
                         : log                   ? OutsideUse::kAppend
                                                 : OutsideUse::kChange;
  use_outside(Outside::kStream, reinterpret_cast<std::uintptr_t>(stream), how, "stream", pc);
  if (use != StreamUse::kLook) use_file(fd, file_use(use), pc);
}

void expect_memory_stream(char** text, std::size_t* length) {
  memory_streams[next_memory_stream++ % kMostMemoryStreams] = {text, length};
}

}  // namespace stalemate::rt
