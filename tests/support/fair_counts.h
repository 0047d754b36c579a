// Small programs with loops that yield, and how many executions they have with exactly 0, 1, ... preemptions
// where every k-th yield counts. tests/unit/model/fair_programs_test.cc counts them on toy systems, as
// Algorithm 1 is printed; tests/programs/litmus/fair_loops.cc explores the programs. In all of them main creates t,
// then u, joins t, then u, and exits.
#pragma once

#include <cstdint>
#include <vector>

namespace stalemate {

struct FairCount {
  std::uint32_t every;
  std::vector<std::uint64_t> per_bound;
};

// Figure 3 of the second paper: t sets x; u reads x in a loop with a yield. Main observes, by a step of its
// own before the joins, where t and u are: 3 places (before start, a, b) times 4 (before start, c, d, e),
// less the two in which u has left the loop before x is set.
inline const std::vector<FairCount> kSpinCounts = {
    {1, {4, 19, 70, 156, 191, 105, 24}},
    {2, {4, 27, 120, 384, 735, 693, 172}},
};
constexpr std::uint64_t kSpinStates = 10;

// t locks and unlocks a mutex; u tries to lock it until it succeeds, and unlocks it.
inline const std::vector<FairCount> kTryCounts = {{1, {3, 9, 19, 23, 14, 6, 1}},
                                                  {2, {3, 9, 23, 33, 26, 14, 3}}};

// Main creates u only; u yields, creates t, and then spins as above: its window began before t was.
inline const std::vector<FairCount> kLateCounts = {{1, {1, 5, 7, 10}}, {2, {1, 7, 13, 31}}};

// t chooses one of two values for x, either of which lets u go.
inline const std::vector<FairCount> kChoiceCounts = {{1, {8, 28, 58, 68, 16}}, {2, {8, 44, 110, 228, 56}}};

}  // namespace stalemate
