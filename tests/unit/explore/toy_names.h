// Names of the toy system's objects, as a worker would give them: no two families share one, variables lie
// apart by more than they are long, a thread's is its slot, which follows from its path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stalemate::toy {

inline constexpr std::uint32_t kVariableBytes = 4;

constexpr std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

constexpr std::uint64_t family_name(std::uint64_t family, int index) {
  return family * 0x1000000 + static_cast<std::uint64_t>(index) * 64;
}
constexpr std::uint64_t variable_name(int index) { return family_name(1, index); }
constexpr std::uint64_t mutex_name(int index) { return family_name(2, index); }
constexpr std::uint64_t condition_name(int index) { return family_name(3, index); }
constexpr std::uint64_t rwlock_name(int index) { return family_name(4, index); }
constexpr std::uint64_t semaphore_name(int index) { return family_name(5, index); }
constexpr std::uint64_t barrier_name(int index) { return family_name(6, index); }
constexpr std::uint64_t once_name(int index) { return family_name(7, index); }

// Main's children have the slot of their number, deeper ones lie beyond.
inline std::uint64_t slot_name(const std::vector<std::uint32_t>& path) {
  if (path.size() == 1) return 0;
  if (path.size() == 2) return path[1];
  std::uint64_t slot = 1;
  for (const std::uint32_t number : path) slot = slot * 16 + number;
  return 4096 + slot;
}

}  // namespace stalemate::toy
