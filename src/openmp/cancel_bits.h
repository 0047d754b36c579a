// Which constructs of a team were cancelled.
#pragma once

#include "openmp/team_state.h"

namespace stalemate::omp {

// As gcc numbers them.
constexpr unsigned kCancelParallel = 1, kCancelLoop = 2, kCancelSections = 4, kCancelTaskGroup = 8;

inline bool is_region_cancelled(const Team& team) {
  return (team.cancelled.load(std::memory_order_acquire) & kCancelParallel) != 0;
}

// All threads have reached the barrier at the end of the construct.
inline void end_cancelled_constructs(Team& team) {
  team.cancelled.fetch_and(~(kCancelLoop | kCancelSections), std::memory_order_relaxed);
}

}  // namespace stalemate::omp
