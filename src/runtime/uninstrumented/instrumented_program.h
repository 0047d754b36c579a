// Whether the program itself was compiled with us.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// An initialiser of instrumented code was run, and continues at `pc`.
void remember_instrumented(std::uintptr_t pc);
// Whether one of them was the program's own.
bool program_was_instrumented();

}  // namespace stalemate::rt
