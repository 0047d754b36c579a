// The blocks of the program's heap, as those need them who report on it: where they lie, who allocated and
// freed them, and where. The same in every execution of the same steps.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

struct HeapBlock {
  std::uint64_t begin = 0;
  std::size_t bytes = 0;            // that the program asked for
  std::uintptr_t allocated_at = 0;  // code addresses: the program's call
  std::uintptr_t freed_at = 0;
  std::uint32_t allocated_by = 0;  // threads, by number
  std::uint32_t freed_by = 0;
  bool freed = false;
};

// The block that the address lies in, or that is nearest to it where it lies beside: in the header before a
// block, the rounding behind it. False where there is none within some thousand bytes. Slow: for reports.
bool block_near(std::uint64_t address, HeapBlock* found);

// The blocks of this execution that have not been freed, by slot of the arena, then by address.
void each_live_block(void (*visit)(const HeapBlock& block, void* argument), void* argument);

// Where a byte of the heap would lie if no earlier execution had left anything behind: what logs and items
// say, so that it means the same in every process. Other addresses stay as they are.
std::uint64_t fresh_address(std::uint64_t address);

}  // namespace stalemate::rt
