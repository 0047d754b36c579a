// Gates before functions of the C library that the program calls and that no function of ours replaces: the
// entries of the program's linkage table lead to them. A gate checks what the call accesses (known_calls.h);
// a function that is not known is entered in the ledger if it runs beside threads. Functions without effects
// need none.
//
// A gate is a few instructions that name the function; the common part saves the registers with arguments,
// and then jumps to the function, which returns to the program.
#pragma once

namespace stalemate::rt {

// Once in a server: the program, and the libraries that were compiled with us.
void prepare_gates();
// The same for what was loaded since.
void add_gates();

}  // namespace stalemate::rt
