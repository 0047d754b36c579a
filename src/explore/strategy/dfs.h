// Depth-first search: every execution, in lexicographic order, without any bound. The tail takes the least
// creation path, so that every alternative lies behind the execution it belongs to.
#pragma once

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class Dfs final : public Strategy {
 public:
  Round round() const override;
  Sequel after(const RoundEnd& end) override;
};

}  // namespace stalemate::explore
