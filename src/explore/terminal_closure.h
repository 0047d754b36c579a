// Mark of Algorithm 2 (third paper, section 3.1): after a terminal graph has been run, H takes in every
// prefix of it from which no new terminal graph can be reached within the bound. H is kept in the records of
// the table: a record belongs to H if it bears the number of the current round.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/context_bound.h"

namespace stalemate::explore {

class TerminalClosure {
 public:
  static constexpr std::uint32_t kUnlimited = 0xffffffffu;

  TerminalClosure(const HappensBefore& graph, PrefixTable& table, ContextBounds& bounds)
      : graph_(graph), table_(table), bounds_(bounds) {}

  // H is empty again.
  void begin_round(std::uint32_t bound) {
    bound_ = bound;
    ++round_;
    excused_ = false;
  }

  bool contains(Hash128 hash) {
    const PrefixRecord* record = table_.find(hash);
    return record != nullptr && record->marked == round_;
  }
  void add(const Prefix& x, Hash128 hash);

  // CB(s, t) <= csb
  bool affords(const PrefixRecord& record, std::uint32_t thread) {
    if (bound_ == kUnlimited || ContextBounds::cost(record, thread) <= bound_) return true;
    excused_ = true;
    return false;
  }
  // CB and B, where the bound asks for them.
  PrefixRecord record_of(const Prefix& x, Hash128 hash) {
    return bound_ == kUnlimited ? PrefixRecord{} : bounds_.of(x, hash);
  }

  // The whole graph is terminal, has been run, and is not in H.
  void mark_terminal();

  // Something was left out of this round because of its bound.
  bool excused() const { return excused_; }
  std::uint64_t marked() const { return marks_; }

 private:
  bool is_closed(const Prefix& x, Hash128 hash, const PrefixRecord& record);
  bool contains_next(const Prefix& x, Hash128 hash, std::uint32_t thread, std::uint32_t chosen);

  struct Marked {
    Prefix x;
    Hash128 hash;
  };

  const HappensBefore& graph_;
  PrefixTable& table_;
  ContextBounds& bounds_;
  std::uint32_t bound_ = 0;
  std::uint16_t round_ = 0;
  bool excused_ = false;
  std::uint64_t marks_ = 0;
  std::vector<Marked> stack_;
};

}  // namespace stalemate::explore
