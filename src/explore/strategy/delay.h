// Delay bounding (Emmi, Qadeer, Rakamaric, POPL 2011): every execution with no delay, then every one with
// one, and so on, each exactly once. The deterministic scheduler goes round robin over the creation paths,
// and a thread keeps its turn until it blocks; a delay passes the turn on to the next enabled thread, so that
// the k-th thread behind the one whose turn it is costs k delays. Data choices cost nothing.
#pragma once

#include "explore/strategy/bounded.h"

namespace stalemate::explore {

class Delay final : public Bounded {
 public:
  explicit Delay(std::optional<std::uint32_t> limit) : Bounded(limit, wire::Tail::kInTurn, Costs::kDelays) {}
};

}  // namespace stalemate::explore
