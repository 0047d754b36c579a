// Code that the program generates: memory that becomes executable. Its effects are not observed. If there is
// some while there is more than one thread, it is assumed to run.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// By a call of the program that returns to `pc`.
void note_generated_code(std::uintptr_t pc);
// The running thread creates another.
void note_generated_code_beside_threads();

}  // namespace stalemate::rt
