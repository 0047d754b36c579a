// Which races of an execution can be reversed: for a step of a thread q, an earlier conflicting step e of
// another thread, such that q's step could come before e. Instead, all moves that do not come after e are run
// from the state before e, then q's. (Abdulla et al. 2014: notdep(e, E) . q.)
//
// If q stays enabled after e, only the reversal of a direct race matters. If not (e takes a lock, or the last
// unit of a semaphore), q's step comes much later, or never; so steps that may block are compared with
// earlier ones until one is found before which q could act, and so are the steps that threads wait for at the
// end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/dpor/wakeup_tree.h"
#include "explore/graph/happens_before.h"

namespace stalemate::explore {

// The memory before a step, and what a compare-and-swap expects there; hashed, 0: unknown.
struct Look {
  std::uint64_t before = 0, expects = 0;
};

class Reversals {
 public:
  // Receives the reversals.
  class Listener {
   public:
    virtual ~Listener() = default;
    // To be run from the state of that depth. The moves may be taken out of the list; they are valid during
    // the call. If the effects of the last one are uncertain, `at_least` has its certain effects.
    virtual void turned(std::uint32_t depth, Moves& moves, const Move& at_least) = 0;
  };

  Reversals(const HappensBefore& graph, Numbering& names, Listener& listener)
      : graph_(graph), numbering_(names), listener_(listener) {}

  // ---- the moves of the execution, beside the graph's actions
  // False: a move is on more variables than it can be.
  bool push(const Look& look);
  void pop();
  const Move& move(std::uint32_t index) const { return moves_[index]; }

  // Races of the step of that number with earlier ones.
  void look_at_step(std::uint32_t index);
  // The same for what threads were about to do at the end.
  void look_at_end();
  // What the thread would do at the end of the graph.
  Move next_move(std::uint32_t thread) const;

  // Beside a graph and names that have been loaded. False: the input is invalid.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  // A step of a thread, made or awaited.
  struct Later {
    std::uint32_t index = 0;  // of the action; graph size: not made
    std::uint32_t thread = 0;
    std::uint32_t number = 0;  // in its thread
    const Announced* step = nullptr;
    std::uint32_t choices = 0;  // that follow it
    bool finishes = false;      // its thread ends with it, or with them
    bool ends = false;
    bool is_step() const { return step != nullptr && step->kind == Announced::Kind::kStep; }
  };
  enum class Tried { kTurned, kPerhaps, kUnable, kCommutes };  // kPerhaps: reversed, but it may commute

  Later waiting(std::uint32_t thread) const;
  void compare(const Later& later);
  void compare_by_variable(const Later& later, std::uint32_t variable);
  void compare_with_waker(const Later& later);
  void compare_with_last_of_all(const Later& later);
  bool in_past(const Later& later, std::uint32_t earlier) const;
  Tried turn(const Later& later, std::uint32_t earlier);
  void collect(const Later& later, std::uint32_t earlier);
  bool drop_readers(const Later& later);
  Tried add_reversal(const Later& later, std::uint32_t earlier, const Move& move, const Move& at_least);
  Move move_at(const Prefix& x, const Later& later, std::uint32_t earlier, bool at_least = false) const;
  std::optional<StepResult> result_at(const Prefix& x, const Later& later, std::uint32_t earlier) const;
  void add_uses(Move& move, const Later& later, std::optional<StepResult> result) const;
  void add_end(Move& move, const Later& later) const;
  bool add_awaited(Move& move, std::uint32_t thread, std::uint32_t number) const;

  const HappensBefore& graph_;
  Numbering& numbering_;
  Listener& listener_;
  std::vector<Move> moves_;
  std::vector<Look> looks_;
  std::vector<std::uint32_t> kept_;  // those that do not come after the earlier step
  Prefix x_;                         // of the state before it, and kept_
  Moves turned_;
};

}  // namespace stalemate::explore
