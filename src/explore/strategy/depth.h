// Depth bounding: depth-first search over executions that are cut at a number of points. Bounded once, or
// iteratively (the papers' idfs): the depth grows, each time from the start, until nothing is cut.
#pragma once

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class BoundedDepth final : public Strategy {
 public:
  explicit BoundedDepth(std::uint32_t depth) : depth_(depth) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override;

 private:
  std::uint32_t depth_;
};

class IterativeDepth final : public Strategy {
 public:
  IterativeDepth(std::uint32_t start, std::uint32_t step);
  Round round() const override;
  Sequel after(const RoundEnd& end) override;

 private:
  std::uint32_t depth_;
  std::uint32_t step_;
};

}  // namespace stalemate::explore
