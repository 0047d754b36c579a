#include "explore/strategy/pct.h"

#include <algorithm>

namespace stalemate::explore {

Round Pct::round() const {
  // The first sample alone, to learn how long executions are; then batches that double, since a batch that
  // waits for its last sample leaves workers idle.
  constexpr std::uint64_t kLargestBatch = 1024;
  Round round;
  round.tail = wire::Tail::kPct;
  round.costs = Costs::kNone;
  round.seed = seed_;
  round.first_sample = finished_;
  round.starts = static_cast<std::uint32_t>(
      std::min(samples_ - finished_, std::clamp<std::uint64_t>(finished_, 1, kLargestBatch)));
  round.length = length_;
  round.changes = depth_ - 1;
  return round;
}

Sequel Pct::after(const RoundEnd& end) {
  finished_ += end.executions;
  length_ = std::max(length_, end.steps_max);
  Sequel sequel;
  if (finished_ < samples_) sequel.kind = Sequel::Kind::kRestart;
  sequel.out_of_samples = finished_ >= samples_;
  return sequel;
}

}  // namespace stalemate::explore
