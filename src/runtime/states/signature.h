// The state of the program before a step, as a hash: two executions whose programs are in the same state have
// the same one, and go on in the same way under the same choices.
//
// Of memory, what differs from the snapshot (changed_memory.h); of stacks, what threads will go on with, from
// where they passed to the scheduler outwards, the runtime's frames included: what a step was called with is
// only there. Of the heap, blocks in use, by the order in which pointers lead to them, so that it does not
// matter where they lie, nor in which order they were allocated; then those that nothing leads to. Of
// threads and objects, what decides who may run, by slot and place, not by order. What is freed, or below a
// stack, does not count.
#pragma once

#include "base/hash128.h"
#include "model/wire/wire.h"

namespace stalemate::rt {

// Before the snapshot, behind it, and when an execution begins.
void prepare_signatures();
void complete_signatures();
void begin_signatures();

// False: the state is not known, for this reason.
bool memory_signature(Hash128* signature, wire::StatesUnknown* why);
// Of threads and objects alone, without memory: what the program says of its state has to make up for it.
Hash128 position_signature();
// P, E, D and S of fairness (S9), as far as they can still matter; zero: nobody has yielded.
Hash128 fairness_signature();

}  // namespace stalemate::rt
