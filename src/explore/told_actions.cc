#include "explore/told_actions.h"

#include <algorithm>

#include "model/outcome.h"

namespace stalemate::explore {

using wire::RecordKind;

namespace {

template <class T>
T& at(std::vector<T>& all, std::uint16_t thread) {
  if (thread >= all.size()) all.resize(thread + std::size_t{1});
  return all[thread];
}

bool accesses_memory(OpKind op) {
  switch (op) {
    case OpKind::kLoad:
    case OpKind::kStore:
    case OpKind::kRmw:
    case OpKind::kCas:
    case OpKind::kPlainLoad:
    case OpKind::kPlainStore: return true;
    default: return false;
  }
}

bool is_semaphore(OpKind op) {
  return op == OpKind::kSemWait || op == OpKind::kSemTryWait || op == OpKind::kSemTimedWait ||
         op == OpKind::kSemPost;
}

bool wakes(OpKind op) {
  return op == OpKind::kSignal || op == OpKind::kBroadcast || op == OpKind::kFutexWake ||
         op == OpKind::kBarrierArrive;
}

}  // namespace

void ToldActions::read(const LogView& log) {
  actions_.clear();
  woken_.clear();
  firsts_.clear();
  lasts_.clear();
  mutexes_.clear();
  has_deadline_.clear();
  again_.clear();
  enabled_.clear();
  semaphores_.clear();
  initial_ = 1;
  unclear_ = false;
  const wire::Record* const end = log.records.data() + log.records.size();
  bool ends = false;
  for (const wire::Record* record = log.records.data(); record < end; ++record) {
    switch (record->kind) {
      case RecordKind::kStep:
      case RecordKind::kChoice: take_point(*record); break;
      case RecordKind::kEffect:
        if (!ends) take_effect(*record);
        break;
      case RecordKind::kPending:
        ends = true;
        take_pending(*record);
        break;
      case RecordKind::kEnabled:
        if (actions_.empty()) initial_ = std::max<std::uint32_t>(initial_, record->thread + 1u);
        at(enabled_, record->thread) = record->value == 0;
        break;
      case RecordKind::kDisabled:
        at(enabled_, record->thread) = 0;
        if (record->value == wire::kFinished) at(lasts_, record->thread).kind = Announced::Kind::kFinished;
        break;
      case RecordKind::kName: record += (std::ptrdiff_t{record->value} + 15) / 16; break;
      default: break;
    }
  }
  look_at_pending_semaphores();
  connect(log);
  count_yields();
}

void ToldActions::take_point(const wire::Record& record) {
  ToldAction action;
  action.thread = record.thread;
  action.step.op = record.op;
  if (record.kind == RecordKind::kChoice) {
    action.step.kind = Announced::Kind::kChoice;
    action.step.alternatives = static_cast<std::uint32_t>(record.object);
    action.deed.chosen = record.value;
    // A wait that ends for no reason is like one with a deadline.
    if (record.op == OpKind::kWait || record.op == OpKind::kFutexWait)
      if (record.value != 0) at(has_deadline_, record.thread) = 1;
  } else {
    action.step.kind = Announced::Kind::kStep;
    // What is created has no name before.
    if (record.op == OpKind::kCreate)
      action.slot = record.object;
    else
      action.step.object = record.object;
    action.deed.went = went(record.op, record.value);
    action.deed.creates = record.op == OpKind::kCreate && record.value != 0;
    action.yields = yields(record.op, record.value);
    unclear_ |= !touches_of(record.op, action.deed.went).known;
    if (record.op == OpKind::kWait || record.op == OpKind::kFutexWait) at(has_deadline_, record.thread) = 0;
    if (record.op == OpKind::kReacquire) action.step.other = at(mutexes_, record.thread);
    action.step.again = at(again_, record.thread) != 0;
    at(again_, record.thread) = 0;
    if (record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken)
      action.step.timed = at(has_deadline_, record.thread) != 0;
  }
  actions_.push_back(action);
}

void ToldActions::take_effect(const wire::Record& record) {
  const bool fits = !actions_.empty() && actions_.back().thread == record.thread;
  if (!fits || record.op == OpKind::kNone) {
    unclear_ = true;
    return;
  }
  ToldAction& action = actions_.back();
  if (record.op == OpKind::kCas && record.value == 0) {
    action.expects = record.object;
  } else if (accesses_memory(record.op)) {
    action.bytes = record.value;
    action.before = record.object;
  } else if (record.op == OpKind::kWait) {
    at(mutexes_, record.thread) = record.object;
    if (action.step.kind == Announced::Kind::kStep) action.step.other = record.object;
  } else if (record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken) {
    at(has_deadline_, record.thread) = record.value != 0;
  } else if (is_semaphore(record.op)) {
    action.deed.value = record.value;
    take_semaphore(record.op, action.step.object, action.deed.went, record.value);
  } else if (wakes(record.op)) {
    if (action.woken == 0) action.first_woken = static_cast<std::uint32_t>(woken_.size());
    ++action.woken;
    woken_.push_back(static_cast<std::uint16_t>(record.value));
  } else if (record.op == OpKind::kYield) {
    action.yields = true;
  } else if (record.op == OpKind::kLock || record.op == OpKind::kTimedLock) {
    at(again_, record.thread) = 1;
  } else if (record.op == OpKind::kSemOpen) {
    know_semaphore(record.object, record.value);
  } else {
    unclear_ = true;
  }
}

void ToldActions::know_semaphore(std::uint64_t object, std::uint32_t count) {
  for (const Semaphore& known : semaphores_)
    if (known.object == object) return;
  semaphores_.push_back({object, count});
}

void ToldActions::take_semaphore(OpKind op, std::uint64_t object, Went went, std::uint32_t after) {
  if (went == Went::kBadly)
    know_semaphore(object, after);
  else
    know_semaphore(object, op == OpKind::kSemPost ? after - 1 : after + 1);
}

// Of one that nobody has used it is known whether a wait could go on.
void ToldActions::look_at_pending_semaphores() {
  for (std::uint16_t thread = 0; thread < lasts_.size(); ++thread) {
    const Announced& last = lasts_[thread];
    if (last.kind == Announced::Kind::kStep &&
        (last.op == OpKind::kSemWait || last.op == OpKind::kSemTimedWait))
      know_semaphore(last.object, at(enabled_, thread) != 0 ? 1 : 0);
  }
}

void ToldActions::take_pending(const wire::Record& record) {
  Announced& last = at(lasts_, record.thread);
  if (last.kind == Announced::Kind::kFinished) return;
  last.kind = Announced::Kind::kStep;
  last.op = record.op;
  last.object = record.op == OpKind::kCreate ? 0 : record.object;
  last.again = at(again_, record.thread) != 0;
  if (record.op == OpKind::kReacquire) last.other = at(mutexes_, record.thread);
  if (record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken)
    last.timed = at(has_deadline_, record.thread) != 0;
  // Without its mutex a wait is not known.
  if (record.op == OpKind::kWait) last.kind = Announced::Kind::kUnknown;
  if (!touches_of(record.op, Went::kWell).known) unclear_ = true;
}

// Each action's `next` is its thread's next action, or what it announces at the end.
void ToldActions::connect(const LogView& log) {
  const wire::Outcome outcome = log.header->outcome;
  const bool ended = outcome != wire::Outcome::kFinished && outcome != wire::Outcome::kDeadlock;
  std::vector<Announced>& next = lasts_;
  firsts_.clear();
  for (std::size_t i = actions_.size(); i-- > 0;) {
    ToldAction& action = actions_[i];
    Announced& upcoming = at(next, action.thread);
    action.deed.next = upcoming;
    const bool last = i + 1 == actions_.size();
    if (last && (ended || action.step.op == OpKind::kExit)) {
      action.deed.next = Announced{};
      action.deed.next.kind = Announced::Kind::kEnded;
    }
    upcoming = action.step;
  }
  firsts_ = next;
}

void ToldActions::count_yields() {
  std::fill(yields_.begin(), yields_.end(), 0u);
  yields_max_ = 0;
  for (const ToldAction& action : actions_)
    if (action.yields) yields_max_ = std::max(yields_max_, ++at(yields_, action.thread));
}

}  // namespace stalemate::explore
