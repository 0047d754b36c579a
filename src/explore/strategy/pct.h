// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): each sample runs the thread with the
// highest of random priorities, and lowers the running one's at depth-1 random steps. A bug of that depth is
// hit with a probability of at least 1/(n k^(depth-1)), for n threads and k steps. The paper assumes k to be
// known: here it is the most steps of any sample of an earlier batch, so that it depends on nothing but the
// seed.
#pragma once

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class Pct final : public Strategy {
 public:
  // depth > 0; samples = 0: kDefaultSamples.
  Pct(std::uint32_t depth, std::uint64_t seed, std::uint64_t samples)
      : depth_(depth), seed_(seed), samples_(samples != 0 ? samples : kDefaultSamples) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override;

 private:
  std::uint32_t depth_;
  std::uint64_t seed_;
  std::uint64_t samples_;
  std::uint64_t finished_ = 0;
  std::uint32_t length_ = 0;  // k so far
};

}  // namespace stalemate::explore
