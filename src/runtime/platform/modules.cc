#include "runtime/platform/modules.h"

#include <fcntl.h>
#include <cstdio>
#include <cstring>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

// "start-end perms offset dev inode path" becomes "start end offset path"; only mappings of files count.
void add_mapping(wire::Channel& channel, const char* line) {
  unsigned long start, end, offset;
  char path[4096];
  if (std::sscanf(line, "%lx-%lx %*s %lx %*s %*s %4095[^\n]", &start, &end, &offset, path) != 4 ||
      path[0] != '/')
    return;
  const std::size_t left = wire::kModuleBytes - channel.module_bytes;
  const int length = std::snprintf(channel.modules + channel.module_bytes, left, "%lx %lx %lx %s\n", start,
                                   end, offset, path);
  if (length > 0 && static_cast<std::size_t>(length) < left)
    channel.module_bytes += static_cast<std::uint32_t>(length);
}

}  // namespace

void describe_modules(wire::Channel& channel) {
  channel.module_bytes = 0;
  const int maps = kernel::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return;
  char line[4400];
  std::size_t length = 0;
  char chunk[4096];
  for (long got; (got = kernel::read(maps, chunk, sizeof chunk)) > 0;) {
    for (long i = 0; i < got; ++i) {
      if (length + 1 < sizeof line) line[length++] = chunk[i];
      if (chunk[i] != '\n') continue;
      line[length] = 0;
      add_mapping(channel, line);
      length = 0;
    }
  }
  kernel::close(maps);
}

}  // namespace stalemate::rt
