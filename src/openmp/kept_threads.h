// Threads that outlive their regions. Variables that are threadprivate keep their values from one region to
// the next, so a program that has thread-local variables gets the same threads again, by their numbers.
// Others do not: new threads for each region take fewer steps.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// Whether the program has thread-local variables besides `own`.
bool has_thread_variables(const void* own, unsigned long own_bytes);

// Runs members 1 to threads - 1 in the threads that the calling thread owns, and calls `run` for each there.
void start_kept(Team& team, void (*run)(Member& member));
// Until they have finished.
void wait_for_kept(const Team& team);

}  // namespace stalemate::omp
