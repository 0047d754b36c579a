// Code that the program makes itself: memory that becomes executable. Nobody sees what it does. Where there
// is some while there is more than one thread, it is taken to run.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// By a call of the program that returns to `pc`.
void note_generated_code(std::uintptr_t pc);
// The running thread creates another.
void note_generated_code_beside_threads();

}  // namespace stalemate::rt
