// Blocks of libc's heap that an execution frees although they existed before it: mostly containers built by
// static initialisers, which are destroyed when the program exits. If every execution starts afresh they are
// only marked as freed: libc's lists would be written all over the heap, and restored for the next execution.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Once per server; all blocks in libc's heap at that time are old.
void find_old_blocks();
// Whether libc's heap may have allocated this; not if it is an address on a stack, of a variable or inside a
// block.
bool is_old_block(const void* memory);
// True: marked. False: not such a block, to be freed by libc. Reports a double free.
bool free_old_block(void* memory, std::uintptr_t pc);

}  // namespace stalemate::rt
