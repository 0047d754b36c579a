// No bound, and one execution for each class: what Reduced::kDpor is for (dpor_search.h). The tail keeps the
// thread that runs, so that findings have few switches.
#pragma once

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class Dpor final : public Strategy {
 public:
  Round round() const override { return {}; }
  Sequel after(const RoundEnd&) override {
    Sequel sequel;
    sequel.complete = true;
    return sequel;
  }
};

}  // namespace stalemate::explore
