// Reductions over tasks as clang calls them: each thread of the team has a copy of each variable.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// Waits for the tasks of the current group, and adds up what they left in the copies. Weak: called where a
// program has tasks with reductions.
[[gnu::weak]] void reduce_group(Member& member);

}  // namespace stalemate::omp
