// Whether a thread continues alike from two states, of two runs on paper: they are the same but for values
// that it does not use.
#pragma once

#include "runtime/awaits/iteration.h"
#include "runtime/awaits/machine.h"

namespace stalemate::rt {

// Of two machines that are at one place, with one stack pointer. Both follow tags, and are changed.
bool differ_in_dead_values(Machine& a, Machine& b, const HeadStep& load);
// The same where both are about to return from the load: registers that calls do not preserve are its own.
bool are_alike_after_load(Machine& a, Machine& b, const HeadStep& load);

}  // namespace stalemate::rt
