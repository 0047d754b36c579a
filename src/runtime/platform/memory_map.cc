#include "runtime/platform/memory_map.h"

#include <fcntl.h>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kMostOwned = 16u << 20;

std::uint64_t read_hex(const char*& text) {
  std::uint64_t value = 0;
  for (;; ++text) {
    const char c = *text;
    if (c >= '0' && c <= '9')
      value = value * 16 + static_cast<std::uint64_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value * 16 + static_cast<std::uint64_t>(c - 'a' + 10);
    else
      return value;
  }
}

const char* next_word(const char* text) {
  while (*text != ' ' && *text != 0) ++text;
  while (*text == ' ') ++text;
  return text;
}

// "start-end perms offset dev inode path"
MappedRange read_line(const char* line) {
  MappedRange mapping;
  mapping.range.begin = read_hex(line);
  ++line;
  mapping.range.end = read_hex(line);
  const char* permissions = line + 1;
  mapping.writable = permissions[1] == 'w';
  mapping.shared = permissions[3] == 's';
  const char* inode = next_word(next_word(next_word(permissions)));
  mapping.file = inode[0] != '0';
  const char* const name = next_word(inode);
  mapping.heap = name[0] == '[' && name[1] == 'h' && name[2] == 'e' && name[3] == 'a';
  return mapping;
}

}  // namespace

bool each_mapping(void (*visit)(const MappedRange& mapping, void* argument), void* argument) {
  const int maps = kernel::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return false;
  char line[128];  // all but the path
  std::size_t length = 0;
  char chunk[4096];
  for (long got; (got = kernel::read(maps, chunk, sizeof chunk)) > 0;) {
    for (long i = 0; i < got; ++i) {
      if (chunk[i] != '\n') {
        if (length + 1 < sizeof line) line[length++] = chunk[i];
        continue;
      }
      line[length] = 0;
      length = 0;
      visit(read_line(line), argument);
    }
  }
  kernel::close(maps);
  return true;
}

bool own_file_pages(const MappedRange& mapping) {
  if (!mapping.file) return true;
  if (mapping.range.bytes() > kMostOwned) return false;
  constexpr long kPopulateWrite = 23;  // an error where a store would be a signal: beyond the file's end
  return kernel::call(SYS_madvise, static_cast<long>(mapping.range.begin),
                      static_cast<long>(mapping.range.bytes()), kPopulateWrite) == 0;
}

}  // namespace stalemate::rt
