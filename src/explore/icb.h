// Iterative context bounding (the first paper, Algorithm 1 without its table): every execution with no
// preemption, then every one with one, and so on, each exactly once (S4). The tail lets the last thread run
// on, so that an alternative there costs one preemption, and costs nothing where that thread cannot go on.
#pragma once

#include "explore/strategy.h"

namespace stalemate::explore {

class Icb final : public Strategy {
 public:
  explicit Icb(std::optional<std::uint32_t> limit) : limit_(limit) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override;
  bool counts_per_bound() const override { return true; }

 private:
  bool at_limit() const { return limit_ && bound_ >= *limit_; }

  std::optional<std::uint32_t> limit_;
  std::uint32_t bound_ = 0;
};

}  // namespace stalemate::explore
