// A step, or a choice, as far as other threads can observe it: what dynamic partial-order reduction compares.
#pragma once

#include <cstdint>

#include "explore/graph/happens_before.h"

namespace stalemate::explore {

struct Move {
  static constexpr int kMostAwaited = 4;  // variables that an await reads besides
  static constexpr int kMostUses = 2 * (Touches::kMost + 1) + kMostAwaited;
  std::uint16_t thread = 0;
  std::uint16_t child = 0;  // the thread that it creates; 0: none
  std::uint32_t chosen = 0;
  bool choice = false;
  bool ends = false;  // comes after all others: the execution ends with it, or it is unknown
  std::uint8_t uses = 0;
  Use use[kMostUses];  // without epochs

  bool has(const Use& wanted) const {
    for (int i = 0; i < uses; ++i)
      if (use[i].variable == wanted.variable && use[i].access == wanted.access) return true;
    return false;
  }
  void add_use(std::uint32_t variable, Access access) { use[uses++] = {variable, 0, access}; }
};

constexpr bool conflict(const Use& a, const Use& b) {
  return a.variable == b.variable && (a.access != b.access || a.access == Access::kExclusive);
}

// Of different threads: whether their order matters (S7).
constexpr bool conflict(const Move& a, const Move& b) {
  if (a.ends || b.ends) return true;
  for (int i = 0; i < a.uses; ++i)
    for (int k = 0; k < b.uses; ++k)
      if (conflict(a.use[i], b.use[k])) return true;
  return false;
}

constexpr Move move_of(const Action& action) {
  Move move;
  move.thread = action.thread;
  move.child = action.child;
  move.chosen = action.chosen;
  move.choice = action.choice;
  move.ends = action.next.kind == Announced::Kind::kEnded;
  for (int i = 0; i < action.uses; ++i) move.add_use(action.use[i].variable, action.use[i].access);
  return move;
}

// The same thread does the same thing at the same place.
constexpr bool is_same(const Move& a, const Move& b) {
  return a.thread == b.thread && a.choice == b.choice && (!a.choice || a.chosen == b.chosen);
}

}  // namespace stalemate::explore
