// The blocks of the program's heap for reports: their addresses, and which threads allocated and freed them,
// and where. The same in every execution of the same steps.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

struct HeapBlock {
  std::uint64_t begin = 0;
  std::size_t bytes = 0;            // as requested by the program
  std::uintptr_t allocated_at = 0;  // code addresses: the program's call
  std::uintptr_t freed_at = 0;
  std::uint32_t allocated_by = 0;  // threads, by number
  std::uint32_t freed_by = 0;
  bool freed = false;
};

// The block that contains the address, or the nearest one: the address may lie in the header before a block,
// or in the rounding behind it. False if there is none within some thousand bytes. Slow: for reports.
bool block_near(std::uint64_t address, HeapBlock* found);

// The blocks of this execution that have not been freed, by slot of the arena, then by address.
void each_live_block(void (*visit)(const HeapBlock& block, void* argument), void* argument);

// The address of a byte of the heap if no earlier execution had leaked anything: logs and items contain it,
// so that it means the same in every process. Other addresses are unchanged.
std::uint64_t fresh_address(std::uint64_t address);

}  // namespace stalemate::rt
