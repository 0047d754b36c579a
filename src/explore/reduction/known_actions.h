// The effects of actions, by their pasts: an action's effect, and what its thread announces next, are
// functions of the happens-before graph of its past. So an action needs to be run only once, in whatever
// order its past is run. Stored for the whole search: actions have few different effects, so that each needs
// only a number, in the table's record of the graph that is its past and itself.
#pragma once

#include <optional>
#include <vector>

#include "explore/reduction/prefix_table.h"

namespace stalemate::explore {

class KnownActions {
 public:
  explicit KnownActions(PrefixTable& table) : table_(table), effects_(1), numbers_(64) {}

  bool contains(Hash128 key) { return table_.effect(key) != 0; }
  // By Action::key. The chosen value is part of the key, and not of the result.
  std::optional<StepEffect> find(Hash128 key) {
    const std::uint32_t number = table_.effect(key);
    if (number == 0) return std::nullopt;
    return effects_[number];
  }
  // A known effect does not change, unless the next action was unknown.
  void add(Hash128 key, const StepEffect& effect) {
    std::uint32_t& number = table_.insert_position(key);
    if (number == 0 || effects_[number].next.kind == Announced::Kind::kUnknown) number = number_of(effect);
  }

  // What a thread does first, by HappensBefore::first_key.
  std::optional<Announced> find_first(Hash128 key) {
    const std::uint32_t number = table_.effect(key);
    if (number == 0) return std::nullopt;
    return effects_[number].next;
  }
  void add_first(Hash128 key, const Announced& first) {
    StepEffect effect;
    effect.next = first;
    add(key, effect);
  }

  std::uint64_t bytes() const {
    return effects_.capacity() * sizeof(StepEffect) + numbers_.capacity() * sizeof(std::uint32_t);
  }

  // The effects; which action has which is in the table.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);
  bool has(std::uint32_t number) const { return number < effects_.size(); }

 private:
  std::uint32_t number_of(const StepEffect& effect);
  std::uint32_t& place_of(const StepEffect& effect);

  PrefixTable& table_;
  std::vector<StepEffect> effects_;     // by number, from 1
  std::vector<std::uint32_t> numbers_;  // by content; open addressing, at most half full
};

}  // namespace stalemate::explore
