#include "explore/reduction/context_bound.h"

#include <bit>

namespace stalemate::explore {

namespace {

// If this many actions of one thread are independent of another's, there are too many prefixes anyway.
constexpr std::uint32_t kDeepest = 10'000;

}  // namespace

// The recursion is as deep as the graph has actions.
PrefixRecord ContextBounds::compute(Prefix& x, Hash128 hash) {
  PrefixRecord record;
  record.hash = hash;
  record.known = true;
  too_deep_ |= depth_ == kDeepest;
  if (cut_.now() || overflowed()) return record;
  ++depth_;
  take_cheapest(x, graph_.frontier(x), nullptr, record);
  for (ThreadSet rest = record.cheapest; rest != 0 && !record.leaves_free; rest &= rest - 1)
    record.leaves_free = graph_.able(x, static_cast<std::uint32_t>(std::countr_zero(rest))) != Able::kYes;
  --depth_;
  if (!overflowed()) table_.insert(record);
  return record;
}

PrefixRecord ContextBounds::of_grown(const Grown& grown, bool marked) {
  PrefixRecord record;
  record.hash = graph_.hash();
  record.known = true;
  record.marked = marked;
  Prefix x = graph_.whole();
  take_cheapest(x, graph_.frontier(x), &grown, record);
  record.leaves_free = (record.cheapest & ~grown.runs_on) != 0;
  if (!overflowed()) table_.insert(record);
  return record;
}

void ContextBounds::take_cheapest(Prefix& x, ThreadSet frontier, const Grown* grown, PrefixRecord& record) {
  ++computed_;
  if (frontier == 0) {
    record.cheapest = only(0);  // before the first step it is main's turn
    return;
  }
  const Hash128 hash = record.hash;
  if (!std::has_single_bit(frontier))
    for (ThreadSet rest = frontier; rest != 0; rest &= rest - 1)
      table_.expect(hash ^ graph_.last_id(x, static_cast<std::uint32_t>(std::countr_zero(rest))));
  std::uint32_t least = ~0u;
  for (; frontier != 0 && !overflowed(); frontier &= frontier - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(frontier));
    std::uint32_t price = 0;
    if (grown != nullptr && thread == grown->thread) {
      price = cost(*grown->before, thread);
    } else {
      const Hash128 before = hash ^ graph_.last_id(x, thread);
      const PrefixRecord* found = table_.find(before);
      --x.count[thread];
      price = cost(found != nullptr ? *found : compute(x, before), thread);
      ++x.count[thread];
    }
    if (price < least) record.cheapest = 0;
    if (price <= least) record.cheapest = record.cheapest | only(thread);
    least = price < least ? price : least;
  }
  record.bound = static_cast<std::uint16_t>(least);
}

}  // namespace stalemate::explore
