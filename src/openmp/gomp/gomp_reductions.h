// Reductions over tasks as gcc describes them. An array of words: [0] variables, [1] bytes of each thread's
// copies, [2] their alignment and then their address, [4] the array that comes next, [5] set in the first one
// that was registered, [6] where the copies end, and from [7] on three words for each variable: its address,
// the offset of its copy, and the array.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// In the group of the current task.
void register_reductions(Member& member, std::uintptr_t* data, unsigned threads);

// A worksharing construct begins whose threads share the copies; a group of tasks begins with it. Weak:
// called where a program has tasks with reductions.
[[gnu::weak]] void share_reductions(Member& member, Work& work, std::uintptr_t* data);

}  // namespace stalemate::omp
