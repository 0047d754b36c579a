// Mark of Algorithm 2 (third paper, section 3.1): after a terminal graph has been run, H takes in every
// prefix of it from which no new terminal graph can be reached within the bound. H is stored in the records
// of the table.
//
// The paper clears H when the bound grows and marks every terminal graph again. Here H stays, and what the
// bound left out of it is recorded: an excuse (x, t) is a step of t from x in H that costs one more than the
// bound. A terminal graph of the next bound is reached by some execution of which one step is the first that
// costs so much; the state before it is in H by Theorem 3, so that step is among the excuses. Hence the next
// bound's search starts from them, and may continue to skip what is in H: the excuses of what it contains are
// searched in their own turn (docs/adr/0019).
#pragma once

#include <cstdint>
#include <vector>

#include "explore/reduction/context_bound.h"

namespace stalemate::explore {

class TerminalClosure {
 public:
  static constexpr std::uint32_t kUnlimited = 0xffffffffu;

  TerminalClosure(const HappensBefore& graph, PrefixTable& table, ContextBounds& bounds, Cut& cut)
      : graph_(graph), table_(table), bounds_(bounds), cut_(cut) {}

  struct Excuse {
    Prefix x;
    Hash128 hash;
    ThreadSet threads = 0;
  };

  void set_bound(std::uint32_t bound) { bound_ = bound; }

  bool contains(Hash128 hash) {
    const PrefixRecord* record = table_.find(hash);
    return record != nullptr && record->marked;
  }
  // next(x, thread), in a state where values are chosen with that one.
  bool contains_next(const Prefix& x, Hash128 hash, std::uint32_t thread, std::uint32_t chosen);
  // Every successor within the bound is in H.
  bool is_closed(const Prefix& x, Hash128 hash, const PrefixRecord& record);
  void add(const Prefix& x, Hash128 hash);

  // CB(s, t) <= csb
  bool affords(const PrefixRecord& record, std::uint32_t thread) const {
    return bound_ == kUnlimited || ContextBounds::cost(record, thread) <= bound_;
  }
  bool affords(std::uint32_t cost) const { return bound_ == kUnlimited || cost <= bound_; }
  // CB and B, if the bound requires them.
  PrefixRecord record_of(const Prefix& x, Hash128 hash) {
    if (bound_ != kUnlimited) return bounds_.of(x, hash);
    if (const PrefixRecord* record = table_.find(hash)) return *record;
    PrefixRecord fresh;
    fresh.hash = hash;
    fresh.known = true;
    return table_.insert(fresh);
  }

  // Of the whole graph, which enters H if `marks`.
  PrefixRecord enter(const ContextBounds::Grown& grown, bool marks);

  // The whole graph is not in H and belongs there: it is terminal and has been run, or is closed. Appends the
  // excuses of the prefixes that enter H with it.
  void mark_whole(std::vector<Excuse>& excuses);

  // Checks the invariants of Mark for every prefix of the graph, unless there are too many.
  void check();

  std::uint64_t marked() const { return marks_; }

 private:
  static constexpr std::uint8_t kNeverClosed = 255;

  void check(const Prefix& x, Hash128 hash);
  bool next_is_settled(const Prefix& x, Hash128 hash, std::uint32_t thread, std::uint32_t chosen);
  bool closes(const Prefix& x, Hash128 hash, const PrefixRecord& record);
  std::uint8_t count_open(const Prefix& x, Hash128 hash, const PrefixRecord& record, bool& excused);
  ThreadSet excused_at(const Prefix& x, const PrefixRecord& record) const;

  struct Marked {
    Prefix x;
    Hash128 hash;
  };

  const HappensBefore& graph_;
  PrefixTable& table_;
  ContextBounds& bounds_;
  Cut& cut_;
  std::uint32_t bound_ = 0;
  std::uint64_t marks_ = 0;
  std::vector<Marked> stack_;
};

}  // namespace stalemate::explore
