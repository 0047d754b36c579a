// The blocks of the heap, numbered in the order in which a walk over the program's memory reaches them: the
// third block of one state may lie elsewhere in another. Works in kept memory.
#pragma once

#include <cstdint>

#include "model/wire/layout.h"

namespace stalemate::rt {

struct NumberedBlock {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::uint32_t walk = 0;  // in which it got its number
  std::uint32_t number = 0;
};

// Before the snapshot.
void prepare_block_numbers();
// An execution begins.
void forget_blocks();
// A walk begins: no block has a number. False: there are too many blocks.
bool begin_block_walk();
// What a word that points into a block, or just behind it, means in every state; other words are unchanged.
// Gives the block a number if it has none.
std::uint64_t canonical_heap_word(std::uint64_t word);
// The next block by number that was not returned before; then, by address, a block that nothing led to, which
// gets the next number. nullptr: there are no more.
const NumberedBlock* next_numbered_block(bool* was_found);

inline std::uint64_t canonical_word(std::uint64_t word) {
  return layout::in_heaps(word) ? canonical_heap_word(word) : word;
}

}  // namespace stalemate::rt
