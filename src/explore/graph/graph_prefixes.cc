// What is possible at a prefix of a happens-before graph: the state of objects there, which threads can act,
// which action may have been the last, and the identities of the next actions.
#include <algorithm>

#include "explore/graph/happens_before.h"
#include "model/main_leaves.h"
#include "model/operations.h"

namespace stalemate {

namespace {

// Steps that never block, but for awaits.
constexpr bool never_waits(OpKind op) { return !may_block(op) && op != OpKind::kSleep; }

bool is_finished(const Announced* next) {
  return next != nullptr && next->kind == Announced::Kind::kFinished;
}

// Whether a join by the thread would not wait: for the thread with that slot, or for all others
// (main_leaves.h).
bool can_join(const HappensBefore& graph, const Numbering& names, const Prefix& x, std::uint32_t thread,
              std::uint64_t slot) {
  if (slot != kEveryOtherThread) {
    const std::uint32_t target = names.called(slot);
    return target != Numbering::kNoName && is_finished(graph.announced(x, target));
  }
  for (std::uint32_t other = 0; other < Numbering::kMostThreads; ++other) {
    const Announced* const next = other == thread ? nullptr : graph.announced(x, other);
    if (next != nullptr && !is_finished(next)) return false;
  }
  return true;
}

constexpr bool waits_for_thread(OpKind op) {
  return op == OpKind::kJoin || op == OpKind::kTimedJoin || op == OpKind::kTryJoin;
}

}  // namespace

Mixer128 mixed_step(Hash128 path, std::uint32_t number, const Announced& step) {
  Mixer128 mixer;
  mixer.add(path.low);
  mixer.add(std::uint64_t{number} << 32 | static_cast<std::uint64_t>(step.kind) << 8 |
            static_cast<std::uint64_t>(step.op));
  if (step.kind == Announced::Kind::kChoice) return mixer;
  mixer.add(step.object);
  if (step.other != 0) mixer.add(step.other);
  return mixer;
}

namespace {

Hash128 completed(Mixer128 mixer, const Announced& step, std::uint32_t chosen, const Use* uses, int count) {
  if (step.kind == Announced::Kind::kChoice) {
    mixer.add(chosen);
    return mixer.hash();
  }
  for (int i = 0; i < count; ++i)
    mixer.add(std::uint64_t{uses[i].epoch} << 8 | static_cast<std::uint64_t>(uses[i].access));
  return mixer.hash();
}

}  // namespace

Hash128 action_id(Hash128 path, std::uint32_t number, const Announced& step, std::uint32_t chosen,
                  const Use* uses, int count) {
  return completed(mixed_step(path, number, step), step, chosen, uses, count);
}

Hash128 HappensBefore::id_of(const Upcoming& next, const Uses& uses, std::uint32_t chosen) {
  return completed(next.mixed, next.step, chosen, uses.use, uses.count);
}

std::uint32_t HappensBefore::variable_of(const Upcoming& next, Space space, bool other) const {
  std::uint32_t& variable = next.variables[other ? kSpaces : static_cast<std::size_t>(space)];
  if (variable == Numbering::kNoName)
    variable = numbering_.variable(space, other ? next.step.other : next.step.object);
  return variable;
}

const Announced* HappensBefore::announced(const Prefix& x, std::uint32_t thread) const {
  const Thread& t = threads_[thread];
  return is_there(x, t) ? &t.upcoming[x.count[thread]].step : nullptr;
}

std::uint32_t HappensBefore::chooser(const Prefix& x) const {
  if (!may_choose()) return Numbering::kNoName;
  for (std::uint32_t thread = 0; thread < limit_; ++thread) {
    const Announced* next = announced(x, thread);
    if (next != nullptr && next->kind == Announced::Kind::kChoice) return thread;
  }
  return Numbering::kNoName;
}

// ---- the state of objects

const HappensBefore::Past* HappensBefore::last_change(const Prefix& x, std::uint32_t variable) const {
  if (variable >= histories_.size()) return nullptr;
  const History& all = histories_[variable];
  for (auto past = all.rbegin(); past != all.rend(); ++past)
    if (past->access == Access::kExclusive && includes(x, *past)) return &*past;
  return nullptr;
}

bool HappensBefore::mutex_is_free(const Prefix& x, std::uint32_t mutex, std::uint32_t thread,
                                  bool again) const {
  const Past* last = last_change(x, mutex);
  if (last == nullptr || actions_[last->action].depth == 0) return true;
  return last->thread == thread && again;
}

bool HappensBefore::semaphore_is_positive(const Prefix& x, const Upcoming& next) const {
  const std::uint32_t variable = variable_of(next, Space::kObject);
  if (const Past* last = last_change(x, variable)) return actions_[last->action].value != 0;
  return variable < semaphores_.size() && semaphores_[variable] != 0;
}

bool HappensBefore::has_writer(const Prefix& x, const Upcoming& next) const {
  const Past* last = last_change(x, variable_of(next, Space::kObject));
  return last != nullptr && actions_[last->action].op != OpKind::kWriteUnlock;
}

bool HappensBefore::has_readers(const Prefix& x, const Upcoming& next) const {
  const std::uint32_t variable = variable_of(next, Space::kReaders);
  if (variable >= histories_.size()) return false;
  std::int64_t readers = 0;
  for (const Past& past : histories_[variable]) {
    if (past.access != Access::kUpdate || !includes(x, past)) continue;
    readers += actions_[past.action].op == OpKind::kReadUnlock ? -1 : 1;
  }
  return readers > 0;
}

const Action* HappensBefore::wait_of(const Prefix& x, std::uint32_t thread) const {
  for (std::uint32_t count = x.count[thread]; count > 0; --count) {
    const Action& action = actions_[threads_[thread].actions[count - 1]];
    if (!action.choice) return &action;
  }
  return nullptr;
}

bool HappensBefore::woken(const Prefix& x, std::uint32_t thread) const {
  const Action* wait = wait_of(x, thread);
  return wait != nullptr && wait->waker != Action::kNone && includes(x, wait->waker);
}

bool HappensBefore::finished(const Prefix& x, std::uint32_t thread) const {
  const Announced* next = announced(x, thread);
  return next != nullptr && next->kind == Announced::Kind::kFinished;
}

// 0: unknown, which it is also where something else than a step has changed it before the next access.
std::uint64_t HappensBefore::value_at(const Prefix& x, std::uint32_t variable) const {
  std::uint64_t found = 0;  // by the next access
  if (variable < histories_.size()) {
    const History& all = histories_[variable];
    for (auto past = all.rbegin(); past != all.rend(); ++past) {
      const Action& action = actions_[past->action];
      if (includes(x, *past)) return found == 0 || found == action.after ? action.after : 0;
      found = action.before;
    }
  }
  const auto initial = initial_values_.find(variable);
  const std::uint64_t value = initial == initial_values_.end() ? 0 : initial->second;
  return found == 0 || found == value ? value : 0;
}

// The thread's next step would only begin another iteration of its loop (S9).
bool HappensBefore::is_silent(const Prefix& x, std::uint32_t thread) const {
  const auto holds = [&](const AwaitTable::Value& wanted) {
    return wanted.value != 0 && value_at(x, wanted.variable) == wanted.value;
  };
  const auto all_hold = [&](const AwaitTable::Silent& silent) { return std::ranges::all_of(silent, holds); };
  return std::ranges::any_of(awaits(thread, x.count[thread]), all_hold);
}

// ---- enabledness

Able HappensBefore::able(const Prefix& x, std::uint32_t thread) const {
  const Thread& t = threads_[thread];
  return is_there(x, t) ? able(x, thread, t.upcoming[x.count[thread]]) : Able::kNo;
}

Able HappensBefore::able(const Prefix& x, std::uint32_t thread, const Upcoming& next) const {
  const Announced& step = next.step;
  if (step.kind == Announced::Kind::kFinished || step.kind == Announced::Kind::kEnded) return Able::kNo;
  if (step.kind != Announced::Kind::kStep) return Able::kYes;
  const auto or_timed = [](bool ready) { return ready ? Able::kYes : Able::kTimed; };
  const auto or_no = [](bool ready) { return ready ? Able::kYes : Able::kNo; };
  const auto is_free = [&] {
    return mutex_is_free(x, variable_of(next, Space::kObject), thread, step.again);
  };
  switch (step.op) {
    case OpKind::kLock: return or_no(is_free());
    case OpKind::kTimedLock: return or_timed(is_free());
    case OpKind::kJoin:
    case OpKind::kTimedJoin: {
      const bool ready = can_join(*this, numbering_, x, thread, step.object);
      return step.op == OpKind::kJoin ? or_no(ready) : or_timed(ready);
    }
    case OpKind::kReacquire: {
      if (!woken(x, thread)) return step.timed ? Able::kTimed : Able::kNo;
      return or_no(mutex_is_free(x, variable_of(next, Space::kObject, true), thread, true));
    }
    case OpKind::kFutexWoken: return woken(x, thread) ? Able::kYes : step.timed ? Able::kTimed : Able::kNo;
    case OpKind::kBarrierLeave: return or_no(woken(x, thread));
    case OpKind::kOnce: {
      const Past* last = last_change(x, variable_of(next, Space::kObject));
      return or_no(last == nullptr || actions_[last->action].op == OpKind::kOnceDone);
    }
    case OpKind::kReadLock: return or_no(!has_writer(x, next));
    case OpKind::kTimedReadLock: return or_timed(!has_writer(x, next));
    case OpKind::kWriteLock: return or_no(!has_writer(x, next) && !has_readers(x, next));
    case OpKind::kTimedWriteLock: return or_timed(!has_writer(x, next) && !has_readers(x, next));
    case OpKind::kSemWait: return or_no(semaphore_is_positive(x, next));
    case OpKind::kSemTimedWait: return or_timed(semaphore_is_positive(x, next));
    case OpKind::kSleep: return Able::kTimed;
    case OpKind::kLoad:
    case OpKind::kRmw:
    case OpKind::kRetry:
    case OpKind::kCas: return or_no(awaits_.empty() || !is_silent(x, thread));
    default: return Able::kYes;
  }
}

ThreadSet HappensBefore::enabled(const Prefix& x, ThreadSet& timed) const {
  timed = 0;
  ThreadSet found = 0;
  for (std::uint32_t thread = 0; thread < limit_; ++thread) {
    const Thread& t = threads_[thread];
    if (!is_there(x, t)) continue;
    const Upcoming& next = t.upcoming[x.count[thread]];
    if (next.step.kind == Announced::Kind::kChoice) return timed = 0, only(thread);
    if (next.step.kind == Announced::Kind::kEnded) return timed = 0, 0;
    if (next.step.kind == Announced::Kind::kFinished) continue;
    const bool waits = !never_waits(next.step.op) || (!awaits_.empty() && reads_memory(next.step.op));
    const Able how = waits ? able(x, thread, next) : Able::kYes;
    if (how == Able::kNo) continue;
    found |= only(thread);
    if (how == Able::kTimed) timed |= only(thread);
  }
  return found;
}

ThreadSet HappensBefore::frontier(const Prefix& x) const {
  const std::uint32_t choosing = chooser(x);
  if (choosing != Numbering::kNoName) return x.count[choosing] == 0 ? 0 : only(choosing);
  // An action is the last of all unless it is in the past of another thread's last action.
  ThreadSet found = 0;
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    const Lanes counts = lanes(x.count, block);
    Lanes pasts = {};
    for (std::uint32_t thread = 0; thread < limit_; ++thread) {
      if (x.count[thread] == 0) continue;
      const std::uint32_t last = threads_[thread].actions[x.count[thread] - std::size_t{1}];
      pasts -= static_cast<Lanes>(lanes(clock(last), block) >= counts);
    }
    const std::uint32_t first = block * kLanes;
    for (std::uint32_t lane = 0; lane < kLanes && first + lane < limit_; ++lane)
      found |= ThreadSet{pasts[lane] == 1 && x.count[first + lane] != 0} << (first + lane);
  }
  return found;
}

// ---- the identity of actions

bool HappensBefore::is_possible(const Prefix& x, std::uint32_t thread, const Announced& step,
                                StepResult result) const {
  if (is_woken(step.op)) return woken(x, thread) == (result == StepResult::kSucceeded);
  if (waits_for_thread(step.op)) {
    return can_join(*this, numbering_, x, thread, step.object) == (result == StepResult::kSucceeded);
  }
  return true;
}

std::uint32_t HappensBefore::epoch_at(const Prefix& x, std::uint32_t variable, Access access) const {
  if (variable >= histories_.size()) return 1;
  const History& all = histories_[variable];
  for (auto past = all.rbegin(); past != all.rend(); ++past)
    if (includes(x, *past)) return epoch_after(past->epoch, past->access, access);
  return 1;
}

HappensBefore::Uses HappensBefore::uses_of(const Prefix& x, const Upcoming& next, StepResult result) const {
  Uses uses;
  if (next.step.kind != Announced::Kind::kStep) return uses;
  const Touches& touches = touches_of(next.step.op, result);
  for (int i = 0; i < touches.count; ++i) {
    const Touch& touch = touches.touch[i];
    Use& use = uses.use[uses.count++];
    use.variable = variable_of(next, touch.space, touch.other);
    use.access = touch.access;
    use.epoch = epoch_at(x, use.variable, use.access);
  }
  return uses;
}

int HappensBefore::next_ids(const Prefix& x, std::uint32_t thread, std::uint32_t chosen,
                            Hash128 ids[2]) const {
  const Thread& t = threads_[thread];
  if (!is_there(x, t)) return 0;
  const Upcoming& next = t.upcoming[x.count[thread]];
  if (next.step.kind == Announced::Kind::kUnknown) return 0;
  int count = 0;
  const bool succeeds = next.step.kind == Announced::Kind::kChoice || !may_fail(next.step.op);
  for (const StepResult result : {StepResult::kSucceeded, StepResult::kFailed}) {
    if (result == StepResult::kFailed && succeeds) break;
    if (!is_possible(x, thread, next.step, result)) continue;
    ids[count++] = id_of(next, uses_of(x, next, result), chosen);
  }
  return count;
}

// ---- the pasts of actions

void HappensBefore::join(std::uint32_t action) {
  const std::uint16_t* past = clock(action);
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    const Lanes a = lanes(joined_, block), b = lanes(past, block);
    const Lanes most = a < b ? b : a;
    std::memcpy(joined_ + block * kLanes, &most, sizeof most);
  }
}

// The accesses of the last epoch before that of the use have all earlier ones in their pasts.
void HappensBefore::join_conflicts(const Prefix& x, const Use& use) {
  std::uint32_t epoch = 0;
  const History& all = history(use.variable);
  for (auto past = all.rbegin(); past != all.rend(); ++past) {
    if (past->epoch == use.epoch || !includes(x, *past)) continue;
    if (epoch != 0 && past->epoch != epoch) return;
    epoch = past->epoch;
    join(past->action);
    if (past->access == Access::kExclusive) return;  // the only one of its epoch
  }
}

void HappensBefore::join_past(const Prefix& x, std::uint32_t thread, const Announced& step, StepResult result,
                              const Uses& uses) {
  const Thread& t = threads_[thread];
  if (x.count[thread] != 0)
    begin_with(t.actions[x.count[thread] - 1u]);
  else if (t.born != Action::kNone)
    begin_with(t.born);
  else
    std::memset(joined_, 0, sizeof joined_);
  for (int i = 0; i < uses.count; ++i) join_conflicts(x, uses.use[i]);
  if (step.kind != Announced::Kind::kStep || result != StepResult::kSucceeded) return;
  if (is_woken(step.op)) join(wait_of(x, thread)->waker);
  if (waits_for_thread(step.op)) {
    const bool all = step.object == kEveryOtherThread;
    const std::uint32_t target = all ? 0 : numbering_.called(step.object);
    for (std::uint32_t other = target; other < (all ? limit_ : target + 1); ++other)
      if (x.count[other] != 0) join(threads_[other].actions[x.count[other] - 1u]);
  }
}

// Of everything that joined_ contains.
Hash128 HappensBefore::past_hash() const {
  Hash128 hash;
  for (std::uint32_t thread = 0; thread < limit_; ++thread)
    if (joined_[thread] != 0) hash ^= threads_[thread].upcoming[joined_[thread]].done;
  return hash;
}

HappensBefore::Probe HappensBefore::probe(const Prefix& x, std::uint32_t thread, StepResult result,
                                          std::uint32_t chosen) {
  const Thread& t = threads_[thread];
  Probe probe;
  if (!is_there(x, t)) return probe;
  const Upcoming& next = t.upcoming[x.count[thread]];
  if (next.step.kind == Announced::Kind::kUnknown || !is_possible(x, thread, next.step, result)) return probe;
  look_at(x, thread, next, result, chosen);
  if (&x == &whole_) probed_.version = version_;
  return {true, probed_.id, probed_.key};
}

void HappensBefore::look_at(const Prefix& x, std::uint32_t thread, const Upcoming& next, StepResult result,
                            std::uint32_t chosen) {
  probed_.version = 0;
  probed_.thread = thread;
  probed_.chosen = chosen;
  probed_.result = result;
  probed_.uses = uses_of(x, next, result);
  probed_.id = id_of(next, probed_.uses, chosen);
  join_past(x, thread, next.step, result, probed_.uses);
  probed_.key = past_hash() ^ probed_.id;
}

}  // namespace stalemate
