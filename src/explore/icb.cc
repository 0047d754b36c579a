#include "explore/icb.h"

namespace stalemate::explore {

Round Icb::round() const {
  Round round;
  round.tail = wire::Tail::kContinue;
  round.costs = Costs::kPreemptions;
  round.keep_pending = !at_limit();
  return round;
}

Sequel Icb::after(const RoundEnd& end) {
  Sequel sequel;
  sequel.completed = bound_;
  sequel.complete = !end.pending;
  if (end.pending && !at_limit()) {
    sequel.kind = Sequel::Kind::kPending;
    ++bound_;
  }
  return sequel;
}

}  // namespace stalemate::explore
