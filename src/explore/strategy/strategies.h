// The strategies by name: a new strategy gets a new file and a line in make_strategy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

struct Parameters {
  std::optional<std::uint32_t> preemptions;  // icb: the largest bound; none = unlimited
  std::optional<std::uint32_t> delays;       // delay: the largest bound; none = unlimited
  std::optional<std::uint32_t> depth;        // the bound; none = iterative deepening for depth, no bound for
                                             // icb, delay, dfs
  std::uint32_t depth_start = kDefaultDepthStep;
  std::uint32_t depth_step = kDefaultDepthStep;
  std::uint32_t pct_depth = kDefaultPctDepth;
  std::optional<std::uint32_t> walk_from;  // icb, delay, dfs: instead, random walks from there on
  std::uint64_t seed = 1;
  std::uint64_t samples = 0;  // random, pct, pos: the budget of executions; 0 = kDefaultSamples
};

// `icb`, `delay`, `dfs`, `dpor`, `depth`, `idfs` (depth without a bound), `random`, `pct`, `pos`; nullptr for
// any other name, and for a depth of zero.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const Parameters& parameters);

}  // namespace stalemate::explore
