// Where the worksharing constructs of a team store what their threads share. A construct between two barriers
// has its Work in one of two banks: while the threads use one, member 0 clears the other, which all threads
// have left, since a barrier lies in between.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// The member's next worksharing construct.
Work& next_work(Member& member);

// The member reaches a barrier, and has passed it.
void leave_works(Member& member);
void begin_works(Member& member);

// At the end of the team.
void free_works(Team& team);

[[noreturn]] void give_up(const char* what);

}  // namespace stalemate::omp
