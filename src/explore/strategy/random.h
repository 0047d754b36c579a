// Random walks: sample k chooses uniformly among the enabled threads at every point, from a seed made of the
// search's seed and k. Samples are independent; it never claims completeness.
#pragma once

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class Random final : public Strategy {
 public:
  // samples = 0: kDefaultSamples.
  Random(std::uint64_t seed, std::uint64_t samples)
      : seed_(seed), samples_(samples != 0 ? samples : kDefaultSamples) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override;

 private:
  std::uint64_t seed_;
  std::uint64_t samples_;
  std::uint64_t finished_ = 0;
};

}  // namespace stalemate::explore
