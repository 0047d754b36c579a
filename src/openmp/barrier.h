// Barriers of a team. If there are tasks, waiting threads run them; if constructs can be cancelled, they
// check for that. Else a barrier is a plain one, and takes the fewest steps.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// All threads of the team, and all its tasks.
void wait_at_barrier(Member& member);
// The same, except that a thread stops waiting once the region is cancelled: then it returns true.
bool wait_unless_cancelled(Member& member);
// At the end of the region, which another thread waits for: for tasks alone.
void wait_for_last_tasks(Member& member);

}  // namespace stalemate::omp
