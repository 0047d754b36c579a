#include "explore/delay.h"

namespace stalemate::explore {

Round Delay::round() const {
  Round round;
  round.tail = wire::Tail::kInTurn;
  round.costs = Costs::kDelays;
  round.keep_pending = !at_limit();
  return round;
}

Sequel Delay::after(const RoundEnd& end) {
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
