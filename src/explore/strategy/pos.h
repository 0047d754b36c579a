// Partial order sampling (Yuan, Yang, Gu, CAV 2018): every announced step has a random priority, the highest
// is taken, and steps that race with it draw again. Partial orders are sampled far more evenly than by a
// random walk, which hardly ever lets one thread fall behind for long. Never claims completeness.
#pragma once

#include "explore/strategy/random.h"

namespace stalemate::explore {

// Samples like those of a random walk, all independent; the workers do the rest.
class Pos final : public Strategy {
 public:
  // samples = 0: kDefaultSamples.
  Pos(std::uint64_t seed, std::uint64_t samples) : samples_(seed, samples) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override { return samples_.after(end); }

 private:
  Random samples_;
};

}  // namespace stalemate::explore
