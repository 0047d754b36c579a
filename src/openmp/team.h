// Teams of threads, which OpenMP's constructs are made of. A parallel region creates its threads and joins
// them, as a program written with pthreads would: no thread outlives its region, and an explored execution
// has no step that the region does not need.
//
// Everything here is ordinary code of the program, compiled with the same instrumentation: its locks and
// atomic operations are steps, its plain data is ordered by them. What gives no order in OpenMP (the
// distribution of iterations) is relaxed here, so that races between iterations are found.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// The calling thread's place. A thread outside of every region is a team of one.
Member& here();

// Runs `body` in a team and returns when all of it is done. `threads`: as in a clause, 0 for none. `first`:
// the loop that every member begins in; nullptr: none.
void run_parallel(Body body, void* data, unsigned threads, const Loop* first);

// The same in the calling thread alone, from one call to the other.
void begin_alone();
void end_alone();

// How many threads a region of the calling thread gets that requests `wanted`, 0 for none.
unsigned threads_of_region(unsigned wanted);

// Runs `body` once for each team of a league, each in a separate thread, and returns when all are done.
// `teams`, `limit`: teams, and threads of each, as in clauses; 0: none.
void run_league(Body body, void* data, unsigned teams, unsigned limit);

}  // namespace stalemate::omp
