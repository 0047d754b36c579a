// Iterative context bounding (the first paper, Algorithm 1 without its table): every execution with no
// preemption, then every one with one, and so on, each exactly once (S4). The tail lets the last thread run
// on, so that an alternative there costs one preemption, and nothing where that thread cannot continue.
#pragma once

#include "explore/strategy/bounded.h"

namespace stalemate::explore {

class Icb final : public Bounded {
 public:
  explicit Icb(std::optional<std::uint32_t> limit)
      : Bounded(limit, wire::Tail::kContinue, Costs::kPreemptions) {}
  bool counts_per_bound() const override { return true; }
};

}  // namespace stalemate::explore
