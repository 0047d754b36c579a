// The context bound of happens-before graphs (third paper, sections 2 and 3.2): CB(s), the least number of
// preemptions over all orders in which the graph s can be run, by dynamic programming over its prefixes,
// each computed once in a search.
//
// Let B(s) be the threads that can have made the last step at that price. Then for t enabled in s
//     CB(s, t) = CB(s)      if t is in B(s), or some thread of B(s) cannot go on by itself in s,
//                CB(s) + 1  else:
// the recursion of section 2 with the minimum taken once per state, since preempting whoever attains it costs
// one, and nobody else can be cheaper by more. So a state's record is a number and a set.
#pragma once

#include <cstdint>

#include "explore/hash_table.h"
#include "model/happens_before.h"

namespace stalemate::explore {

// What is kept of a graph.
struct PrefixRecord {
  Hash128 hash;
  ThreadSet cheapest = 0;   // B
  std::uint16_t bound = 0;  // CB
  std::uint8_t open = 0;    // TerminalClosure: successors within the bound that are not in H
  bool known : 1 = false;
  bool leaves_free : 1 = false;  // some thread of B cannot go on
  bool marked : 1 = false;       // it is in H
  bool settled : 1 = false;      // and its predecessors know
  bool run : 1 = false;          // terminal, and executed
  bool evaluated : 1 = false;    // `open` is meant
  bool excused : 1 = false;      // and some step costs more than the bound
  bool used() const { return known; }
};
static_assert(sizeof(PrefixRecord) == 24);

using PrefixTable = HashTable<PrefixRecord>;

class ContextBounds {
 public:
  ContextBounds(const HappensBefore& graph, PrefixTable& table) : graph_(graph), table_(table) {}

  // More prefixes than that are not kept: overflowed() then says that nothing is to be believed.
  void set_limit(std::uint64_t prefixes) { limit_ = prefixes; }
  bool overflowed() const { return limit_ != 0 && table_.size() > limit_; }

  // CB and B of a prefix of the graph.
  PrefixRecord of(const Prefix& x, Hash128 hash) {
    if (const PrefixRecord* record = table_.find(hash)) return *record;
    Prefix copy = x;
    return compute(copy, hash);
  }

  // CB(s, t), given the record of s.
  static std::uint32_t cost(const PrefixRecord& record, std::uint32_t thread) {
    const bool free = record.leaves_free || (record.cheapest & only(thread)) != 0;
    return record.bound + (free ? 0u : 1u);
  }

  std::uint64_t computed() const { return computed_; }

 private:
  PrefixRecord compute(Prefix& x, Hash128 hash);

  const HappensBefore& graph_;
  PrefixTable& table_;
  std::uint64_t limit_ = 0;
  std::uint64_t computed_ = 0;
};

}  // namespace stalemate::explore
