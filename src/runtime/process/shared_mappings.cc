#include "runtime/process/shared_mappings.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/scheduler/outside_state.h"

namespace stalemate::rt {

namespace {

struct Mapping {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t file = 0;
  bool writable = false;
};

// Undone with an execution, as the mappings are. More are not compared.
constexpr std::size_t kMost = 64;
Mapping mappings[kMost];

}  // namespace

void note_shared_mapping(const void* mapped, std::size_t bytes, int protection, int flags, int fd,
                         std::uintptr_t pc) {
  if (mapped == MAP_FAILED || (flags & MAP_ANONYMOUS) != 0 || (flags & MAP_SHARED) == 0 || fd < 0) return;
  struct stat file = {};
  if (kernel::call(SYS_fstat, fd, kernel::word(&file)) != 0 || !S_ISREG(file.st_mode)) return;
  const auto begin = reinterpret_cast<std::uint64_t>(mapped);
  const Mapping made = {begin, begin + bytes, mix_outside(file.st_dev, file.st_ino),
                        (protection & PROT_WRITE) != 0};
  Mapping* room = nullptr;
  bool twice = false;
  for (Mapping& one : mappings) {
    if (one.end == 0) room = &one;
    twice = twice || (one.end != 0 && one.file == made.file && (one.writable || made.writable));
  }
  if (twice && g.active)
    note_uncontrolled(wire::Uncontrolled::kOutsideState, pc, "memory of a file that is mapped twice");
  if (room != nullptr) *room = made;
}

void forget_shared_mapping(const void* mapped, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uint64_t>(mapped);
  for (Mapping& one : mappings)
    if (one.begin >= begin && one.end <= begin + bytes) one = {};
}

}  // namespace stalemate::rt
