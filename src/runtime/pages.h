// Memory of our own: big private mappings, never the program's heap.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// Fresh zeroed pages, reserved but not committed. Ends the process if the kernel refuses.
void* pages(std::size_t bytes);
// The same at a fixed address; false if something is there already or the kernel refuses.
bool pages_at(std::uint64_t address, std::size_t bytes);

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace stalemate::rt
