// Memory of the runtime: big private mappings, never the program's heap. It is either ordinary memory, which
// is restored with the rest when an execution is undone (snapshot.h), or kept. It is never freed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

inline constexpr std::size_t kPageBytes = 4096;

// Fresh zeroed pages, reserved but not committed. Ends the process if the kernel refuses. What was given out
// since a snapshot is given out again, zeroed, after the return to it.
void* pages(std::size_t bytes);
// The same, not restored by snapshots.
void* kept_pages(std::size_t bytes);
// At a fixed address; false if the address is in use or the kernel refuses.
bool kept_pages_at(std::uint64_t address, std::size_t bytes);
// They read as zero again, and take no memory until they are written.
void forget_pages(std::uint64_t address, std::size_t bytes);

// A range at a fixed address, of which the first `guard` bytes stay without access, and for now also what
// lies behind `open` bytes. False if the address is in use or the kernel refuses. What is mapped and opened
// stays so when an earlier snapshot is restored, and the same call then gives the same result.
bool pages_at(std::uint64_t address, std::size_t bytes, std::size_t open, std::size_t guard = 0);
// Opens more of it; returns where the open part ends, 0 if the kernel refuses.
std::uint64_t open_pages_at(std::uint64_t address, std::size_t open);
// Takes access away from the pages of such a range between its guard and `address` + `bytes`, until all of
// them are opened again.
void close_pages_at(std::uint64_t address, std::size_t bytes);
void open_closed_pages();

// The ranges of pages_at in the order of mapping: the open part of each.
struct PageRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t bytes() const { return end - begin; }
};
// Grows with every range that is mapped or opened further.
std::uint64_t mapping_growth();
// What pages() has given out, rounded up.
PageRange own_range();
std::uint32_t fixed_range_count();
PageRange fixed_range(std::uint32_t n);
// Pages of address space that it takes, open or not.
std::uint64_t fixed_range_pages(std::uint32_t n);

inline constexpr std::uint32_t kMostFixedRanges = 32768;  // twice the number of slots of threads

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace stalemate::rt
