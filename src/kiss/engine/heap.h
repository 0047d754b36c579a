// The program's heap: blocks taken one after the other from a place at a fixed address, freed ones reused by
// blocks of their size, the last one first. All of its bookkeeping lies in the place itself, so that it is
// part of the program's state. Fresh memory is zero on every path; if it is not, the program wrote beyond a
// block.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::kiss::engine {

inline constexpr std::uintptr_t kHeapAddress = 0x200000000000;

void start_heap(std::size_t bytes);
void reset_heap();
std::size_t
heap_used();  // bytes from kHeapAddress on, a multiple of 8; with what lies just behind the last block

}  // namespace stalemate::kiss::engine
