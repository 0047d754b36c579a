// The program of Figure 3 of the second paper, in full, as main runs it: create t, create u, observe (one
// load), join t, join u, exit; t: start, x = 1; u: start, and a load of x in a loop with a yield. How many
// executions it has with exactly 0, 1, ... preemptions where every k-th yield counts, and how many pairs of
// locations of t and u main can observe: 3 (before start, a, b) times 4 (before start, c, d, e), less the two
// in which u has left the loop before x is set. model_test counts them on the graph of a toy system and
// Algorithm 1; litmus.fair_spin explores the program.
#pragma once

#include <cstdint>
#include <vector>

namespace stalemate::figure3 {

struct Count {
  std::uint32_t every;
  std::vector<std::uint64_t> per_bound;
};

inline const std::vector<Count> kCounts = {
    {1, {4, 19, 70, 156, 191, 105, 24}},
    {2, {4, 27, 120, 384, 735, 693, 172}},
};
constexpr std::uint64_t kStates = 10;

}  // namespace stalemate::figure3
