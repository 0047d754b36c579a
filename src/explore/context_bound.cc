#include "explore/context_bound.h"

#include <bit>

namespace stalemate::explore {

// The recursion is as deep as the graph has actions.
PrefixRecord ContextBounds::compute(Prefix& x, Hash128 hash) {
  PrefixRecord record;
  record.hash = hash;
  record.known = true;
  ++computed_;
  ThreadSet frontier = graph_.frontier(x);
  if (frontier == 0) {
    record.cheapest = only(0);  // before the first step it is main's turn
  } else {
    std::uint32_t least = ~0u;
    for (; frontier != 0 && !overflowed(); frontier &= frontier - 1) {
      const auto thread = static_cast<std::uint32_t>(std::countr_zero(frontier));
      const Hash128 before = hash ^ graph_.last_id(x, thread);
      --x.count[thread];
      const PrefixRecord* found = table_.find(before);
      const PrefixRecord predecessor = found != nullptr ? *found : compute(x, before);
      ++x.count[thread];
      const std::uint32_t cost = ContextBounds::cost(predecessor, thread);
      if (cost < least) record.cheapest = 0;
      if (cost <= least) record.cheapest |= only(thread);
      least = cost < least ? cost : least;
    }
    record.bound = static_cast<std::uint16_t>(least);
  }
  for (ThreadSet rest = record.cheapest; rest != 0 && !record.leaves_free; rest &= rest - 1)
    record.leaves_free = graph_.able(x, static_cast<std::uint32_t>(std::countr_zero(rest))) != Able::kYes;
  if (!overflowed()) table_.insert(record);
  return record;
}

}  // namespace stalemate::explore
