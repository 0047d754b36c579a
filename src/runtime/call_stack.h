// The unwinder of the compiler's support library: it gives us call stacks, and it serves the program's
// exceptions. Its own bookkeeping (a pthread_once at every throw) is not the program's synchronization.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Before the first execution: finds it, and lets it initialise itself.
void learn_unwinder();
// Call stacks end inside this function of ours: what called it is not the program's.
void call_stacks_end_at(const void* function);
// Whether a code address belongs to it.
bool in_unwinder(std::uintptr_t pc);

}  // namespace stalemate::rt
