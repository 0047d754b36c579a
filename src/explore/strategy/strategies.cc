#include "explore/strategy/strategies.h"

#include "explore/strategy/delay.h"
#include "explore/strategy/depth.h"
#include "explore/strategy/depth_bound.h"
#include "explore/strategy/dfs.h"
#include "explore/strategy/dpor.h"
#include "explore/strategy/icb.h"
#include "explore/strategy/pct.h"
#include "explore/strategy/pos.h"
#include "explore/strategy/random.h"

namespace stalemate::explore {

namespace {

std::unique_ptr<Strategy> bounded(std::unique_ptr<Strategy> strategy, const Parameters& parameters) {
  if (parameters.walk_from)
    return std::make_unique<DepthBound>(std::move(strategy), *parameters.walk_from, Beyond::kWalk,
                                        parameters.seed);
  if (parameters.depth)
    return std::make_unique<DepthBound>(std::move(strategy), *parameters.depth, Beyond::kCut,
                                        parameters.seed);
  return strategy;
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(std::string_view name, const Parameters& parameters) {
  if (parameters.depth == 0u || parameters.walk_from == 0u || parameters.depth_start == 0 ||
      parameters.depth_step == 0)
    return nullptr;
  if (name == "icb") return bounded(std::make_unique<Icb>(parameters.preemptions), parameters);
  if (name == "delay") return bounded(std::make_unique<Delay>(parameters.delays), parameters);
  if (name == "dfs") return bounded(std::make_unique<Dfs>(), parameters);
  if (name == "dpor" && !parameters.depth && !parameters.walk_from) return std::make_unique<Dpor>();
  if (name == "depth" && parameters.depth) return std::make_unique<BoundedDepth>(*parameters.depth);
  if (name == "depth" || name == "idfs")
    return std::make_unique<IterativeDepth>(parameters.depth_start, parameters.depth_step);
  if (name == "pct" && parameters.pct_depth > 0)
    return std::make_unique<Pct>(parameters.pct_depth, parameters.seed, parameters.samples);
  if (name == "pos") return std::make_unique<Pos>(parameters.seed, parameters.samples);
  if (name == "random") return std::make_unique<Random>(parameters.seed, parameters.samples);
  return nullptr;
}

}  // namespace stalemate::explore
