// Barriers of a team. Where there are tasks, threads that wait run them; where constructs can be cancelled,
// they notice that. Else a barrier is a plain one, and takes the fewest steps.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// All threads of the team, and all its tasks.
void wait_at_barrier(Member& member);
// The same, except that a thread does not wait any longer once the region is cancelled: then it gives true.
bool wait_unless_cancelled(Member& member);
// At the end of the region, which somebody else waits for: for tasks alone.
void wait_for_last_tasks(Member& member);

}  // namespace stalemate::omp
