// "Run it exactly once" for pthread_once and for static locals; and calling an initialiser that may throw.
#pragma once

#include <cstdint>

#include "runtime/core/call_once.h"

namespace stalemate::rt {

// Waits until no thread runs the initialiser; true: the caller must run it. `done`: it was run already.
bool begin_once(const void* once, bool done, std::uintptr_t pc);
// It ran to its end (done), or was left by an exception.
void end_once(const void* once, bool done, std::uintptr_t pc);

// pthread_once and call_once.
void run_once(int* once, void (*initialise)(), std::uintptr_t pc);

}  // namespace stalemate::rt
