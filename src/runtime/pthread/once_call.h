// "Run it exactly once" for pthread_once and for static locals; and calling an initialiser that may throw.
#pragma once

#include <cstdint>

#include "runtime/core/call_once.h"

namespace stalemate::rt {

// Waits until nobody runs the initialiser; true: the caller shall run it. `done`: it has been run already.
bool begin_once(const void* once, bool done, std::uintptr_t pc);
// It was run to its end (done), or left.
void end_once(const void* once, bool done, std::uintptr_t pc);

// pthread_once and call_once.
void run_once(int* once, void (*initialise)(), std::uintptr_t pc);

}  // namespace stalemate::rt
