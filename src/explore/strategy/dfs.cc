#include "explore/strategy/dfs.h"

namespace stalemate::explore {

Round Dfs::round() const {
  Round round;
  round.tail = wire::Tail::kLeast;
  round.costs = Costs::kNothing;
  return round;
}

Sequel Dfs::after(const RoundEnd&) {
  Sequel sequel;
  sequel.complete = true;
  return sequel;
}

}  // namespace stalemate::explore
