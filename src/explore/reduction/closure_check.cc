// The paper's invariants of Mark (section 3.1) on every prefix of a graph: slow, for debug builds and tests.
#include <bit>
#include <unordered_set>

#include "base/check.h"
#include "explore/reduction/terminal_closure.h"

namespace stalemate::explore {

namespace {

struct LowBits {
  std::size_t operator()(Hash128 hash) const { return hash.low; }
};

}  // namespace

// MIa: a state in H is within the bound. MIb: so is each of its successors in H, unless it costs more than
// the bound, or as much as the bound and has been deferred to it. MIc requires that a state all of whose
// successors are in H or too expensive is in H: it holds for those within the first bound; later ones may be
// visited again without effect (ADR 19).
void TerminalClosure::check() {
  constexpr std::size_t kMostPrefixes = 2000;
  std::unordered_set<Hash128, LowBits> seen{graph_.hash()};
  std::vector<Marked> left{{graph_.whole(), graph_.hash()}};
  while (!left.empty() && seen.size() < kMostPrefixes) {
    Marked at = left.back();
    left.pop_back();
    check(at.x, at.hash);
    for (ThreadSet rest = graph_.frontier(at.x); rest != 0; rest &= rest - 1) {
      const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
      const Hash128 before = at.hash ^ graph_.last_id(at.x, thread);
      if (!seen.insert(before).second) continue;
      --at.x.count[thread];
      left.push_back({at.x, before});
      ++at.x.count[thread];
    }
  }
}

void TerminalClosure::check(const Prefix& x, Hash128 hash) {
  const PrefixRecord record = record_of(x, hash);
  if (bounds_.overflowed()) return;  // H was left unfinished, and the search gives up
  const bool bounded = bound_ != kUnlimited;
  STALEMATE_CHECK(!record.marked || !bounded || record.bound <= bound_,
                  "MIa: H has a graph beyond the bound");
  const std::uint32_t chooser = graph_.chooser(x);
  ThreadSet timed = 0;
  bool closed = true;
  bool any = false;
  for (ThreadSet rest = graph_.enabled(x, timed); rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
    const Announced& next = *graph_.announced(x, thread);
    if (next.kind == Announced::Kind::kUnknown) return;
    const std::uint32_t values = chooser != Numbering::kNoName ? next.alternatives : 1;
    bool inside = true;
    for (std::uint32_t value = 0; value < values; ++value) inside &= contains_next(x, hash, thread, value);
    any = true;
    const bool deferred = bounded && bound_ > 0 && ContextBounds::cost(record, thread) >= bound_;
    STALEMATE_CHECK(!record.marked || inside || deferred || !affords(record, thread),
                    "MIb: H has a graph and not all of its successors");
    closed &= inside || !affords(record, thread);
  }
  const bool first = !bounded || bound_ == 0;
  STALEMATE_CHECK(!first || !any || !closed || record.marked || (bounded && record.bound > bound_),
                  "MIc: all successors of a graph are in H, and it is not");
}

}  // namespace stalemate::explore
