#include "explore/strategy/pos.h"

namespace stalemate::explore {

Round Pos::round() const {
  Round round = samples_.round();
  round.tail = wire::Tail::kPos;
  return round;
}

}  // namespace stalemate::explore
