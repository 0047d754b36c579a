// The common part of strategies that explore by growing bounds: every execution that costs nothing, then
// those that cost one, and so on up to a limit, each exactly once.
#pragma once

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class Bounded : public Strategy {
 public:
  // No limit: until nothing is left.
  Bounded(std::optional<std::uint32_t> limit, wire::Tail tail, Costs costs)
      : limit_(limit), tail_(tail), costs_(costs) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override;

 private:
  bool at_limit() const { return limit_ && bound_ >= *limit_; }

  std::optional<std::uint32_t> limit_;
  wire::Tail tail_;
  Costs costs_;
  std::uint32_t bound_ = 0;
};

}  // namespace stalemate::explore
