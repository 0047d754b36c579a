#include "base/leftovers.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace stalemate {
namespace {

constexpr std::size_t kLongest = 4000;

enum : int { kFree, kTaken, kRegistered };

struct Slot {
  std::atomic<int> state{kFree};
  pid_t owner = 0;
  char path[kLongest + 1] = {};
};

Slot slots[16];

struct Entry {  // of getdents64
  std::uint64_t inode, offset;
  std::uint16_t length;
  unsigned char type;
  char name[1];
};

// readdir() allocates, which a signal handler may not.
void remove_files_in(const char* path) {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  alignas(Entry) char bytes[2048];
  for (;;) {
    const long got = syscall(SYS_getdents64, folder, bytes, sizeof bytes);
    if (got <= 0) break;
    for (long at = 0; at < got;) {
      const char* const entry = bytes + at;
      std::uint16_t length = 0;
      std::memcpy(&length, entry + offsetof(Entry, length), sizeof length);
      unlinkat(folder, entry + offsetof(Entry, name), 0);
      at += length;
    }
  }
  close(folder);
}

}  // namespace

Leftover::Leftover(const std::string& path) {
  if (path.empty() || path.size() > kLongest) return;
  for (int i = 0; i < static_cast<int>(std::size(slots)); ++i) {
    int expected = kFree;
    if (!slots[i].state.compare_exchange_strong(expected, kTaken)) continue;
    slots[i].owner = getpid();
    std::memcpy(slots[i].path, path.c_str(), path.size() + 1);
    slots[i].state.store(kRegistered);
    slot_ = i;
    return;
  }
}

Leftover::~Leftover() {
  if (slot_ >= 0) slots[slot_].state.store(kFree);
}

void remove_leftovers() {
  for (std::size_t i = std::size(slots); i-- > 0;) {  // backwards: files before their directories
    const Slot& slot = slots[i];
    if (slot.state.load() != kRegistered || slot.owner != getpid()) continue;
    if (unlink(slot.path) == 0) continue;
    remove_files_in(slot.path);
    rmdir(slot.path);
  }
}

}  // namespace stalemate
