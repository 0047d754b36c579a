// Every execution of a toy system, by plain recursion over its states, and sorted afterwards: what the search
// is compared with. Knows nothing of items, logs or windows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "toy_system.h"

namespace stalemate::toy {

struct Enumerated {
  std::uint32_t preemptions = 0;
  std::vector<Choice> choices;
  friend bool operator==(const Enumerated&, const Enumerated&) = default;
};

// All executions, cut at `cut` points (0 = never), in lexicographic order of their choices; none if there are
// more than `most`.
std::optional<std::vector<Enumerated>> enumerate(const Program& program, std::uint32_t cut, std::size_t most);

// The same, by preemptions first (S4).
std::vector<Enumerated> by_bound(std::vector<Enumerated> executions);

// The same, by delays first; `delays` gets the number of each.
std::vector<Enumerated> by_delays(const Program& program, std::vector<Enumerated> executions,
                                  std::vector<std::uint32_t>& delays);

// Only how many there are with exactly i preemptions.
std::vector<std::uint64_t> count_per_bound(const Program& program);

}  // namespace stalemate::toy
