// The state of the program before a step, as a hash: two executions whose programs are in the same state have
// the same hash, and continue in the same way under the same choices.
//
// Of memory, what differs from the snapshot (changed_memory.h); of stacks, what threads will continue with,
// from the call of the scheduler outwards, the runtime's frames included: only they contain the arguments of
// a step. Of the heap, blocks in use, by the order in which pointers lead to them, so that neither their
// addresses nor the order of their allocation matters; then those that nothing leads to. Of threads and
// objects, what decides which threads may run, by slot and place, not by order. Freed memory, and memory
// below a stack, does not count.
#pragma once

#include "base/hash128.h"
#include "model/wire/wire.h"

namespace stalemate::rt {

// Before the snapshot, after it, and when an execution begins.
void prepare_signatures();
void complete_signatures();
void begin_signatures();

// False: the state is unknown, for this reason.
bool memory_signature(Hash128* signature, wire::StatesUnknown* why);
// Of threads and objects alone, without memory, which the state given by the program must replace.
Hash128 position_signature();
// P, E, D and S of fairness (S9), as far as they can still matter; zero: no thread has yielded.
Hash128 fairness_signature();

}  // namespace stalemate::rt
