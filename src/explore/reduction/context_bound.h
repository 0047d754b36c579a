// The context bound of happens-before graphs (third paper, sections 2 and 3.2): CB(s), the least number of
// preemptions over all orders in which the graph s can be run, by dynamic programming over its prefixes, each
// computed once in a search.
//
// Let B(s) be the threads that can have made the last step at that cost. Then for t enabled in s
//     CB(s, t) = CB(s)      if t is in B(s), or some thread of B(s) cannot continue by itself in s,
//                CB(s) + 1  else:
// the recursion of section 2 with the minimum taken once per state, since preempting a thread that attains it
// costs one, and no other thread can be cheaper by more. So a state's record is a number and a set.
#pragma once

#include <cstdint>

#include "explore/engine/cut.h"
#include "explore/graph/happens_before.h"
#include "explore/reduction/prefix_table.h"

namespace stalemate::explore {

class ContextBounds {
 public:
  ContextBounds(const HappensBefore& graph, PrefixTable& table, Cut& cut)
      : graph_(graph), table_(table), cut_(cut) {}

  // At most this many prefixes are stored: beyond that overflowed() is true and no result is valid.
  // The same if the search is cut.
  void set_limit(std::uint64_t prefixes) { limit_ = prefixes; }
  bool overflowed() const { return too_deep_ || cut_.was() || (limit_ != 0 && table_.size() > limit_); }

  // CB and B of a prefix of the graph.
  PrefixRecord of(const Prefix& x, Hash128 hash) {
    if (const PrefixRecord* record = table_.find(hash)) return *record;
    Prefix copy = x;
    return compute(copy, hash);
  }

  // The state before the last action of the whole graph, and the threads that run on after it.
  struct Grown {
    const PrefixRecord* before = nullptr;
    std::uint32_t thread = 0;  // whose action it is
    bool is_new = false;       // it contains an action that no graph had before
    ThreadSet runs_on = 0;
  };
  // CB and B of the whole graph, which is not in the table yet, and enters it as in H or not.
  PrefixRecord of_grown(const Grown& grown, bool marked);

  // CB(s, t), given the record of s.
  static std::uint32_t cost(const PrefixRecord& record, std::uint32_t thread) {
    const bool free = record.leaves_free || (record.cheapest & only(thread)) != 0;
    return record.bound + (free ? 0u : 1u);
  }

  std::uint64_t computed() const { return computed_; }

 private:
  PrefixRecord compute(Prefix& x, Hash128 hash);
  // CB and B over the predecessors.
  void take_cheapest(Prefix& x, ThreadSet frontier, const Grown* grown, PrefixRecord& record);

  const HappensBefore& graph_;
  PrefixTable& table_;
  Cut& cut_;
  std::uint64_t limit_ = 0;
  std::uint32_t depth_ = 0;  // of the recursion
  bool too_deep_ = false;
  std::uint64_t computed_ = 0;
};

}  // namespace stalemate::explore
