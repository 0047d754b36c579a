// Memory of our own: big private mappings, never the program's heap. It is either ordinary memory, which
// comes back with the rest when an execution is undone (snapshot.h), or kept. Nothing is ever given back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

inline constexpr std::size_t kPageBytes = 4096;

// Fresh zeroed pages, reserved but not committed. Ends the process if the kernel refuses. What was given out
// since a snapshot is given out again, zeroed, after the return to it.
void* pages(std::size_t bytes);
// The same, left alone by snapshots.
void* kept_pages(std::size_t bytes);

// The same at a fixed address, the first `guard` bytes without access; false if something is there already or
// the kernel refuses. A range stays mapped when the snapshot from before is returned to.
bool pages_at(std::uint64_t address, std::size_t bytes, std::size_t guard = 0);

// The ranges that pages_at has mapped, in the order of mapping, without their guards.
struct PageRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t bytes() const { return end - begin; }
};
std::uint32_t fixed_range_count();
PageRange fixed_range(std::uint32_t n);
// Pages of address space that it takes, its guard included.
std::uint64_t fixed_range_pages(std::uint32_t n);

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace stalemate::rt
