#include "explore/strategy/depth_bound.h"

namespace stalemate::explore {

Round DepthBound::round() const {
  Round round = within_->round();
  round.cut_points = depth_;
  round.walks_on = beyond_ == Beyond::kWalk;
  round.seed = seed_;
  return round;
}

Sequel DepthBound::after(const RoundEnd& end) {
  reached_ |= end.cut;
  Sequel sequel = within_->after(end);
  sequel.complete = sequel.complete && !reached_;
  return sequel;
}

}  // namespace stalemate::explore
