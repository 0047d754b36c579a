// Liveness over machine code: whether a thread that continues from a place on can still use certain values.
// All ways that it can take from there are run on paper, with tags in place of these values (tag.h), until
// each of them is overwritten or its stack frame is left. What others may change meanwhile can have any
// value.
#pragma once

#include "runtime/awaits/machine.h"
#include "runtime/awaits/own_memory.h"

namespace stalemate::rt {

// Marks a register, or bytes of memory.
void mark_dead(Machine& machine, unsigned which);
void mark_dead(Machine& machine, std::uint64_t address, unsigned bytes);

// Whether the marked values are never used. The machine is about to run an instruction, is at a jump that is
// undecided, or has entered a hook.
bool are_dead(const Machine& machine, const OwnMemory& own);

}  // namespace stalemate::rt
