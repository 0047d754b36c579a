// Executions that do not end. Shortly before the limit of steps the log is searched for a stretch that
// repeats at its end; if there is one, two more rounds are watched. The execution is in a cycle if they
// consist of the same steps with the same values; that it never ends is proved if the program's memory,
// stacks included, is the same after each (memory_fingerprint.h).
//
// What that means (S9): a fair cycle is a livelock. A thread that repeats itself without a yield while
// another one could run violates the good samaritan rule. Without a proof, a cycle counts as a livelock only
// if it continues up to the limit and every thread in it yields, which declares that it cannot make progress;
// everything else is only a reached limit. The log of a cycle contains three rounds of it, if its schedule
// continues by itself.
#pragma once

#include "model/wire/wire.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

void begin_watch_for_divergence();
// For callers that know where a round begins and ends: before it, and after it. True: a thread could have run
// and did not, and every thread that ran yielded, or fairness is off: not a failure.
void begin_watched_turn();
bool is_unfair_turn(const wire::Record* begin);

}  // namespace stalemate::rt
