// Executions that do not end. Shortly before the limit of steps the log is searched for a stretch that
// repeats at its end; if there is one, two more turns are watched. The execution goes round in circles if
// they consist of the same steps with the same values; that it does so for ever is proved if the program's
// memory, stacks included, is the same after each (memory_fingerprint.h).
//
// What that means (S9): a fair cycle is a livelock. A thread that goes round without a yield while another
// one could run is no good samaritan. Without a proof, going round counts as a livelock only if it goes on up
// to the limit and every thread in it yields, which says that it cannot make progress; everything else is
// no more than a limit that was reached. The log of a cycle keeps three turns of it, where its schedule goes
// on by itself.
#pragma once

#include "model/wire/wire.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

void begin_watch_for_divergence();
// For whoever knows where a turn begins and ends: before it, and behind it. True: somebody could have run and
// did not, and everybody who did yielded, or nobody asks for fairness: no failure.
void begin_watched_turn();
bool is_unfair_turn(const wire::Record* begin);

}  // namespace stalemate::rt
