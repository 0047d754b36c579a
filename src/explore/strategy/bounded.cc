#include "explore/strategy/bounded.h"

namespace stalemate::explore {

Round Bounded::round() const {
  Round round;
  round.tail = tail_;
  round.costs = costs_;
  round.keep_pending = !at_limit();
  return round;
}

Sequel Bounded::after(const RoundEnd& end) {
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
