// Distributing the iterations of worksharing loops, their ordered parts, and nests with dependences.
#pragma once

#include <cstdint>

#include "openmp/team_state.h"

namespace stalemate::omp {

// Iterations from `first` to before `end`; 0 if there are none.
std::uint64_t count_up(std::int64_t first, std::int64_t end, std::int64_t step);
std::uint64_t count_unsigned(bool up, std::uint64_t first, std::uint64_t end, std::uint64_t step);

// Enters a loop, which `loop` describes, as the member's next worksharing construct.
void enter_loop(Member& member, const Loop& loop);
// The member's next chunk is in its loop's `begin` and `end`; false: there is none left.
bool next_chunk(Member& member);

// The ordered part of an iteration. Chunks have their turn one after another; a chunk is finished when its
// thread asks for the next one.
void begin_ordered(Member& member);

// Doacross: iterations of a nest by their numbers, the outermost first.
void post_iteration(Member& member, const std::uint64_t* numbers);
void wait_for_iteration(Member& member, const std::uint64_t* numbers);

}  // namespace stalemate::omp
