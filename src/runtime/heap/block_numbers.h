// The blocks of the heap, numbered in the order in which a walk over the program's memory comes across them:
// what one state calls the third block, another one may have elsewhere. Works in kept memory.
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
// What a word that points into a block, or right behind it, means in every state; other words stay as they
// are. Gives the block a number if it has none.
std::uint64_t canonical_heap_word(std::uint64_t word);
// The next block by number that has not been given out by this; then, by address, one that nothing led to,
// which gets the next number. nullptr: that were all.
const NumberedBlock* next_numbered_block(bool* was_found);

inline std::uint64_t canonical_word(std::uint64_t word) {
  return layout::in_heaps(word) ? canonical_heap_word(word) : word;
}

}  // namespace stalemate::rt
