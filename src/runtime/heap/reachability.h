// Which blocks of the heap are reachable. Given memory that is known to be in use, it marks what can be
// reached from there through blocks; the rest is lost. Works in kept memory, allocates nothing.
#pragma once

#include <cstdint>

#include "runtime/heap/heap_blocks.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

// Once per server.
void prepare_reachability();
// Begins with the blocks of this execution that are in use, none of them reached. False: there are none, or
// too many.
bool collect_blocks();

// Before the first execution: what looks like a pointer into the heap is not one, since there are no blocks
// yet. The explorer, if it lives in the same process, has addresses from earlier executions. By address.
void distrust(PageRange range);

// Marks all that the words of the range lead to. Its ends are aligned to words.
void mark_from(PageRange range);
void mark_word(std::uint64_t word);
// The same for a copy, in two parts: blocks that the words point to, then what those lead to.
void mark_words(PageRange copy, std::uint64_t original);
void mark_rest();

// Each block that was not reached and that no other such block leads to, one of each cycle, by address;
// `beyond`: bytes that were not reached either and that it leads to.
void each_lost_block(void (*visit)(const HeapBlock& block, std::uint64_t beyond, void* argument),
                     void* argument);

template <class Visit>
void each_lost_block(Visit visit) {
  each_lost_block([](const HeapBlock& block, std::uint64_t beyond,
                     void* argument) { (*static_cast<Visit*>(argument))(block, beyond); },
                  &visit);
}

}  // namespace stalemate::rt
