#include "explore/strategy/random.h"

#include <algorithm>

namespace stalemate::explore {

Round Random::round() const {
  constexpr std::uint64_t kPerRound = 1u << 30;  // a round counts its starts in 32 bits
  Round round;
  round.tail = wire::Tail::kRandom;
  round.costs = Costs::kNone;
  round.seed = seed_;
  round.first_sample = finished_;
  round.starts = static_cast<std::uint32_t>(std::min(samples_ - finished_, kPerRound));
  return round;
}

Sequel Random::after(const RoundEnd& end) {
  finished_ += end.executions;
  Sequel sequel;
  if (finished_ < samples_) sequel.kind = Sequel::Kind::kRestart;
  sequel.out_of_samples = finished_ >= samples_;
  return sequel;
}

}  // namespace stalemate::explore
