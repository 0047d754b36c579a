// Blocks of libc's heap that an execution frees although they were there before it: containers built by
// static initialisers, mostly, which are taken down when the program exits. Where every execution starts
// afresh they are only marked as freed: libc's lists would be written all over the heap, to be brought back
// for the next.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Once per server, and what libc's heap holds by then is old.
void find_old_blocks();
// Whether libc's heap may have given this; not if it is an address on a stack, of a variable or inside a
// block.
bool is_old_block(const void* memory);
// True: marked. False: no such block, to be freed by libc. Reports one that is freed twice.
bool free_old_block(void* memory, std::uintptr_t pc);

}  // namespace stalemate::rt
