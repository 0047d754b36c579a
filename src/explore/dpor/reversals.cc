#include "explore/dpor/reversals.h"

#include <algorithm>

#include "base/check.h"
#include "model/operations.h"

namespace stalemate::explore {
namespace {

bool takes_readers_away(OpKind op) {
  return op == OpKind::kWriteLock || op == OpKind::kTimedWriteLock || op == OpKind::kTryWriteLock;
}

// A step with a choice after it is assumed to change all that it can change.
StepResult counts_as(const Action& action) {
  const bool chooses = action.next.kind == Announced::Kind::kChoice && action.next.op != OpKind::kNone;
  return chooses ? StepResult::kSucceeded : action.result;
}

}  // namespace

// Whether a thread awaits depends on all variables that its iteration reads: its step is one on them.
bool Reversals::add_awaited(Move& move, std::uint32_t thread, std::uint32_t number) const {
  for (const AwaitTable::Silent& silent : graph_.awaits(thread, number))
    for (const AwaitTable::Value& value : silent) {
      bool known = false;
      for (int i = 0; i < move.uses; ++i) known |= move.use[i].variable == value.variable;
      if (known) continue;
      if (move.uses == Move::kMostUses) return false;
      move.add_use(value.variable, Access::kShared);
    }
  return true;
}

bool Reversals::push(const Look& look) {
  const Action& action = graph_.action(graph_.size() - 1);
  moves_.push_back(move_of(action));
  looks_.push_back(look);
  if (!action.choice && !add_awaited(moves_.back(), action.thread, action.number)) return false;
  // The effects of a choice on others are part of its step: no thread acts between them.
  const Move& move = moves_.back();
  if (!move.choice) return true;
  std::size_t step = moves_.size() - 1;
  while (step > 0 && moves_[step].choice) --step;
  if (moves_[step].choice) return true;
  moves_[step].ends |= move.ends;
  for (int i = 0; i < move.uses; ++i)
    if (!moves_[step].has(move.use[i])) {
      STALEMATE_CHECK(moves_[step].uses < Move::kMostUses, "a choice does more than its step may do");
      moves_[step].add_use(move.use[i].variable, move.use[i].access);
    }
  return true;
}

void Reversals::pop() {
  moves_.pop_back();
  looks_.pop_back();
}

void Reversals::look_at_step(std::uint32_t index) {
  const Action& action = graph_.action(index);
  if (action.choice) return;
  Later later;
  later.index = index;
  later.thread = action.thread;
  later.number = action.number;
  later.step = &graph_.announced_before(action.thread, action.number);
  std::uint32_t last = index;
  while (last + 1 < graph_.size() && graph_.action(last + 1).choice) ++last;
  later.choices = last - index;
  later.finishes = graph_.action(last).next.kind == Announced::Kind::kFinished;
  later.ends = graph_.action(last).next.kind == Announced::Kind::kEnded;
  compare(later);
}

Reversals::Later Reversals::waiting(std::uint32_t thread) const {
  Later later;
  later.index = graph_.size();
  later.thread = thread;
  later.number = graph_.whole().count[thread];
  later.step = graph_.announced(graph_.whole(), thread);
  return later;
}

// A thread that is blocked may have been enabled before. A thread that never acted, since the execution
// ended, could have acted before the end. (The effects of an action that ends an execution are unknown.)
void Reversals::look_at_end() {
  if (moves_.empty()) return;
  const Move& last = moves_.back();
  Prefix before = graph_.whole();
  if (last.ends) --before.count[last.thread];
  for (std::uint32_t thread = 0; thread < graph_.threads(); ++thread) {
    const Later later = waiting(thread);
    if (later.step == nullptr) continue;
    const bool unknown = later.step->kind == Announced::Kind::kUnknown;
    if (!unknown && !later.is_step()) continue;
    if (!unknown && graph_.able(before, thread) == Able::kNo) compare(later);
    if (last.ends && last.thread != thread && !in_past(later, graph_.size() - 1))
      turn(later, graph_.size() - 1);
  }
}

bool Reversals::in_past(const Later& later, std::uint32_t earlier) const {
  const std::uint32_t previous = graph_.action_before(later.thread, later.number);
  return previous != HappensBefore::kNobody && (previous == earlier || graph_.precedes(earlier, previous));
}

void Reversals::compare(const Later& later) {
  Move all;
  if (later.is_step()) add_uses(all, later, std::nullopt);
  if (later.finishes) add_end(all, later);
  for (int i = 0; i < all.uses; ++i) {
    bool seen = false;
    for (int k = 0; k < i; ++k) seen |= all.use[k].variable == all.use[i].variable;
    if (!seen) compare_by_variable(later, all.use[i].variable);
  }
  for (const AwaitTable::Silent& silent : graph_.awaits(later.thread, later.number))
    for (const AwaitTable::Value& value : silent)
      if (all.uses == 0 || value.variable != all.use[0].variable) compare_by_variable(later, value.variable);
  compare_with_waker(later);
  if (later.ends) compare_with_last_of_all(later);
}

// Backwards, up to a step that comes after all before it.
void Reversals::compare_by_variable(const Later& later, std::uint32_t variable) {
  const auto all = graph_.accesses(variable);  // in the order of the actions
  const auto end = std::ranges::lower_bound(all, later.index, {}, &HappensBefore::Past::action);
  std::uint32_t epoch = 0;  // of a reversed one; 0: none yet
  for (auto past = end; past != all.begin();) {
    --past;
    if (epoch != 0 && past->epoch != epoch) return;
    const bool exclusive = past->access == Access::kExclusive;
    if (past->thread == later.thread || in_past(later, past->action)) {
      if (exclusive) return;
      continue;
    }
    std::uint32_t step = past->action;
    while (step > 0 && graph_.action(step).choice) --step;
    if (turn(later, step) != Tried::kTurned) continue;
    if (exclusive) return;
    epoch = past->epoch;
  }
}

// A wait with a deadline would have ended differently before a thread woke it.
void Reversals::compare_with_waker(const Later& later) {
  if (later.index == graph_.size() || !later.step->timed) return;
  const std::uint32_t waker = graph_.waker_before(later.thread, later.number);
  if (waker < later.index && !in_past(later, waker)) turn(later, waker);
}

// A step that comes after everything races only with the last ones: earlier ones follow when these have been
// reversed.
void Reversals::compare_with_last_of_all(const Later& later) {
  for (std::uint32_t index = later.index; index-- > 0;) {
    const Action& action = graph_.action(index);
    if (action.choice || action.thread == later.thread || in_past(later, index)) continue;
    bool last = true;
    for (std::uint32_t after = index + 1; after < later.index && last; ++after)
      last = !graph_.precedes(index, after) ||
             (graph_.action(after).choice && graph_.action(after).thread == action.thread);
    if (last) turn(later, index);
  }
}

Reversals::Tried Reversals::turn(const Later& later, std::uint32_t earlier) {
  collect(later, earlier);
  if (x_.count[later.thread] != later.number) return Tried::kUnable;
  while (graph_.able(x_, later.thread) == Able::kNo)
    if (!drop_readers(later)) return Tried::kUnable;
  Move move = move_at(x_, later, earlier);
  const Move at_least = move_at(x_, later, earlier, true);
  if (conflict(moves_[earlier], move)) return add_reversal(later, earlier, move, at_least);
  // It does the same as before, and ends its thread, or everything.
  if (later.finishes) add_end(move, later);
  move.ends = later.ends;
  return conflict(moves_[earlier], move) ? add_reversal(later, earlier, move, move) : Tried::kCommutes;
}

Reversals::Tried Reversals::add_reversal(const Later& later, std::uint32_t earlier, const Move& move,
                                         const Move& at_least) {
  const bool certain = conflict(moves_[earlier], at_least);
  const bool same = !conflict(moves_[earlier], move_at(x_, later, earlier));
  turned_.clear();
  for (const std::uint32_t index : kept_) turned_.push_back(&moves_[index]);
  turned_.push_back(&move);
  if (same)
    for (std::uint32_t i = 1; i <= later.choices; ++i) turned_.push_back(&moves_[later.index + i]);
  listener_.turned(earlier, turned_,
                   same && later.choices > 0 ? moves_[later.index + later.choices] : at_least);
  return certain ? Tried::kTurned : Tried::kPerhaps;
}

// Everything after the earlier step that depends on neither of the two.
void Reversals::collect(const Later& later, std::uint32_t earlier) {
  kept_.clear();
  x_ = graph_.whole();
  for (std::uint32_t index = earlier; index < graph_.size(); ++index) {
    const bool stays = index != earlier && index != later.index && !graph_.precedes(earlier, index) &&
                       (index < later.index || !graph_.precedes(later.index, index));
    if (stays)
      kept_.push_back(index);
    else
      --x_.count[graph_.action(index).thread];
  }
}

// A writer waits for readers that came after the earlier step had been left out: they need not have come. The
// last of them is dropped, with all that depends on it.
bool Reversals::drop_readers(const Later& later) {
  if (!later.is_step() || !takes_readers_away(later.step->op)) return false;
  const std::uint32_t readers = numbering_.variable(Space::kReaders, later.step->object);
  const auto comes = [&](std::uint32_t index) {
    const Move& move = moves_[index];
    for (int i = 0; i < move.uses; ++i)
      if (move.use[i].variable == readers && move.use[i].access == Access::kUpdate)
        return graph_.action(index).op != OpKind::kReadUnlock;
    return false;
  };
  const auto last = std::find_if(kept_.rbegin(), kept_.rend(), comes);
  if (last == kept_.rend()) return false;
  const std::uint32_t dropped = *last;
  const auto goes = [&](std::uint32_t index) {
    if (index != dropped && (index < dropped || !graph_.precedes(dropped, index))) return false;
    --x_.count[graph_.action(index).thread];
    return true;
  };
  std::erase_if(kept_, goes);
  return x_.count[later.thread] == later.number;
}

// ---- what a step would be like

Move Reversals::next_move(std::uint32_t thread) const {
  return move_at(graph_.whole(), waiting(thread), graph_.size());
}

// An unknown step is assumed to do all that it may do, or only what it must do.
Move Reversals::move_at(const Prefix& x, const Later& later, std::uint32_t earlier, bool at_least) const {
  Move move;
  move.thread = static_cast<std::uint16_t>(later.thread);
  if (!later.is_step()) {
    move.ends = !at_least;
    return move;
  }
  const std::optional<StepResult> result = result_at(x, later, earlier);
  if (result || !at_least) add_uses(move, later, result);
  add_awaited(move, later.thread, later.number);
  return move;
}

// Where it does not follow from the prefix: the earlier step recorded the memory, or nothing before the later
// step is missing and nothing is added.
std::optional<StepResult> Reversals::result_at(const Prefix& x, const Later& later,
                                               std::uint32_t earlier) const {
  const std::optional<StepResult> known = graph_.result_at(x, later.thread);
  if (known || later.index == graph_.size()) return known;
  if (later.step->op == OpKind::kCas || later.step->op == OpKind::kFutexWait) {
    const std::uint32_t variable = numbering_.variable(Space::kObject, later.step->object);
    const Move& with = moves_[earlier];
    for (int i = 0; i < with.uses; ++i) {
      if (with.use[i].variable != variable) continue;
      const std::uint64_t before = looks_[earlier].before, expects = looks_[later.index].expects;
      if (before == 0 || expects == 0) return std::nullopt;
      return before == expects ? StepResult::kSucceeded : StepResult::kFailed;
    }
  }
  const Space space = later.step->op == OpKind::kFutexWake ? Space::kQueue : Space::kObject;
  for (const HappensBefore::Past& past : graph_.accesses(numbering_.variable(space, later.step->object))) {
    if (past.access != Access::kExclusive) continue;
    const bool there = x.count[past.thread] > past.number;
    if (past.action != later.index && there != (past.action < later.index)) return std::nullopt;
  }
  return counts_as(graph_.action(later.index));
}

void Reversals::add_uses(Move& move, const Later& later, std::optional<StepResult> result) const {
  const auto add = [&](const Touch& touch, bool surely) {
    const std::uint32_t variable =
        numbering_.variable(touch.space, touch.other ? later.step->other : later.step->object);
    move.add_use(variable, surely ? touch.access : Access::kExclusive);
  };
  for (const StepResult how : {StepResult::kSucceeded, StepResult::kFailed}) {
    if (result && *result != how) continue;
    if (!result && how == StepResult::kFailed && !may_fail(later.step->op)) continue;
    const Touches& touches = touches_of(later.step->op, how);
    for (int i = 0; i < touches.count; ++i) add(touches.touch[i], result.has_value());
  }
}

void Reversals::add_end(Move& move, const Later& later) const {
  move.add_use(numbering_.variable(Space::kEnd, numbering_.slot(later.thread)), Access::kExclusive);
}

}  // namespace stalemate::explore
