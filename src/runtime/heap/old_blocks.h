// Blocks of libc's heap that an execution frees although they existed before it: mostly containers built by
// static initialisers, which are destroyed when the program exits. If every execution starts afresh they are
// only marked as freed: libc's lists would be written all over the heap, and restored for the next execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/heap/heap_blocks.h"

namespace stalemate::rt {

// Once per server; all blocks in libc's heap at that time are old.
void find_old_blocks();
// Whether libc's heap may have allocated this; not if it is an address on a stack, of a variable or inside a
// block.
bool is_old_block(const void* memory);
// True: marked. False: not such a block, to be freed by libc. Reports a double free.
bool free_old_block(void* memory, std::uintptr_t pc);
[[noreturn]] void end_at_second_free(const void* memory, std::uintptr_t pc);

// Whether the part of libc's heap that is grown by the break, as it was then, contains the address.
bool in_old_heap(std::uint64_t address);
// For reports: the first some thousand old blocks that the execution has freed.
void note_old_block_freed(const void* memory, std::size_t bytes, std::uintptr_t pc);
bool freed_old_block_at(std::uint64_t address, HeapBlock* found);
// An execution begins.
void forget_freed_old_blocks();

}  // namespace stalemate::rt
