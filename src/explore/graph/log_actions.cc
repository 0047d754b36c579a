#include "explore/graph/log_actions.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "model/operations.h"
#include "model/outcome.h"

namespace stalemate::explore {

using wire::RecordKind;

namespace {

// Steps without state that the reader of a log must remember: their effect is known whatever their result,
// and they are neither waits nor yields.
constexpr bool leaves_nothing(OpKind op) {
  switch (op) {
    case OpKind::kStart:
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kLoad:
    case OpKind::kStore:
    case OpKind::kRmw:
    case OpKind::kCas:
    case OpKind::kRetry:
    case OpKind::kPlainLoad:
    case OpKind::kPlainStore: return true;
    default: return false;
  }
}

constexpr std::size_t kMostValues = 4096;

}  // namespace

void LogActions::read(const LogView& log, std::size_t known) {
  actions_.clear();
  woken_.clear();
  threads_.clear();
  semaphores_.clear();
  awaits_.clear();
  await_values_.clear();
  initial_values_.clear();
  point_ = nullptr;
  initial_ = 1;
  yields_max_ = 0;
  unclear_ = chooses_too_often_ = false;
  std::size_t values = 0;  // since the last step
  bool ends = false;
  std::size_t points = 0;
  for (const wire::Record& record : log.records) {
    switch (record.kind) {
      case RecordKind::kStep:
      case RecordKind::kChoice:
        values = record.kind == RecordKind::kChoice ? values + 1 : 0;
        chooses_too_often_ |= values > kMostValues;
        take_point(record, ++points > known);
        break;
      case RecordKind::kEffect:
        if (!ends) take_effect(record);
        break;
      case RecordKind::kPending:
        ends = true;
        take_pending(record);
        break;
      case RecordKind::kAwait:
        if (!ends) take_await(record);
        break;
      case RecordKind::kEnabled:
        if (points == 0) initial_ = std::max<std::uint32_t>(initial_, record.thread + 1u);
        of(record.thread).enabled = record.value == 0;
        break;
      case RecordKind::kDisabled:
        of(record.thread).enabled = false;
        if (record.value == wire::kFinished) of(record.thread).next.kind = Announced::Kind::kFinished;
        break;
      default: break;
    }
  }
  look_at_pending_semaphores();
  if (!awaits_.empty()) find_initial_values(log);
  connect(log);
}

// Known actions are followed only as far as they affect what comes later.
void LogActions::take_point(const wire::Record& record, bool logged) {
  Thread& thread = of(record.thread);
  ++thread.actions;
  point_ = &record;
  appends_ = logged;
  yields_ = false;
  if (logged) append_action(record, thread);
  if (leaves_nothing(record.op) && record.kind == RecordKind::kStep) {
    thread.again = false;
    return;
  }
  const bool waits = record.op == OpKind::kWait || record.op == OpKind::kFutexWait;
  if (record.kind == RecordKind::kChoice) {
    // A wait that ends spuriously is like one with a deadline.
    if (waits && record.value != 0) thread.has_deadline = true;
    return;
  }
  if (waits) thread.has_deadline = false;
  thread.again = false;
  unclear_ |= !touches_of(record.op, result_of(record.op, record.value)).known;
}

void LogActions::append_action(const wire::Record& record, const Thread& thread) {
  LogAction& action = actions_.emplace_back();
  action.thread = record.thread;
  action.step.op = record.op;
  if (record.kind == RecordKind::kChoice) {
    action.step.kind = Announced::Kind::kChoice;
    action.step.alternatives = static_cast<std::uint32_t>(record.object);
    action.effect.chosen = record.value;
    return;
  }
  action.step.kind = Announced::Kind::kStep;
  // What is created has no name before.
  if (record.op == OpKind::kCreate)
    action.slot = record.object;
  else
    action.step.object = record.object;
  action.effect.result = result_of(record.op, record.value);
  action.effect.creates = record.op == OpKind::kCreate && record.value != 0;
  action.step.again = thread.again;
  if (record.op == OpKind::kReacquire) action.step.other = thread.mutex;
  if (record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken)
    action.step.timed = thread.has_deadline;
}

// The point's; once for each.
void LogActions::take_yield(Thread& thread) {
  if (std::exchange(yields_, true)) return;
  if (appends_) actions_.back().yields = true;
  yields_max_ = std::max(yields_max_, ++thread.yields);
}

void LogActions::take_access(const wire::Record& record, LogAction& action) {
  if (record.op == OpKind::kCas && record.value == 0) {
    action.expects = record.object;
  } else if (record.op == OpKind::kStore && record.value == 0) {
    action.effect.after = record.object;
  } else {
    action.bytes = record.value;
    action.effect.before = record.object;
    if (!writes_memory(record.op) || action.effect.result == StepResult::kFailed)
      action.effect.after = record.object;
  }
}

void LogActions::take_effect(const wire::Record& record) {
  const bool fits = point_ != nullptr && point_->thread == record.thread;
  if (!fits || record.op == OpKind::kNone) {
    unclear_ = true;
    return;
  }
  LogAction* const action = appends_ ? &actions_.back() : nullptr;
  if (accesses_memory(record.op)) {
    if (action != nullptr) take_access(record, *action);
    return;
  }
  Thread& thread = of(record.thread);
  if (record.op == OpKind::kWait) {
    thread.mutex = record.object;
    if (action != nullptr && action->step.kind == Announced::Kind::kStep) action->step.other = record.object;
  } else if (record.op == OpKind::kFutexWait) {
    if (action != nullptr) action->expects = record.object;
  } else if (record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken) {
    thread.has_deadline = record.value != 0;
  } else if (object_of(record.op) == ObjectKind::kSemaphore) {
    if (action != nullptr) action->effect.value = record.value;
    take_semaphore(record);
  } else if (wakes(record.op)) {
    if (action == nullptr) return;
    if (action->woken == 0) action->first_woken = static_cast<std::uint32_t>(woken_.size());
    ++action->woken;
    woken_.push_back(static_cast<std::uint16_t>(record.value));
  } else if (record.op == OpKind::kYield) {
    take_yield(thread);
  } else if (record.op == OpKind::kLock || record.op == OpKind::kTimedLock) {
    thread.again = true;
  } else if (record.op == OpKind::kSemOpen) {
    know_semaphore(record.object, record.value);
  } else {
    unclear_ = true;
  }
}

// Two records for each value; the first of a set has their number.
void LogActions::take_await(const wire::Record& record) {
  if (record.op == OpKind::kCas) {
    awaits_.push_back({record.thread, of(record.thread).actions, 0, 0, record.object});
    return;
  }
  if (record.op == OpKind::kLoad) {
    if (await_values_.empty())
      unclear_ = true;
    else
      await_values_.back().value = record.object;
    return;
  }
  if (record.value != 0)
    awaits_.push_back(
        {record.thread, of(record.thread).actions, static_cast<std::uint32_t>(await_values_.size()), 0, 0});
  if (awaits_.empty()) {
    unclear_ = true;
    return;
  }
  ++awaits_.back().count;
  await_values_.push_back({record.object, 0});
}

// A value that is awaited before any access of its object is still the first one.
void LogActions::find_initial_values(const LogView& log) {
  std::unordered_set<std::uint64_t> wanted;
  for (const AwaitValue& value : await_values_) wanted.insert(value.object);
  std::uint64_t object = 0;
  for (const wire::Record& record : log.records) {
    if (record.kind == RecordKind::kStep) object = record.object;
    if (record.kind == RecordKind::kAwait && record.op == OpKind::kNone) object = record.object;
    const bool has_value =
        (record.kind == RecordKind::kEffect && accesses_memory(record.op) && record.value != 0) ||
        (record.kind == RecordKind::kAwait && record.op == OpKind::kLoad);
    if (has_value && wanted.contains(object)) initial_values_.try_emplace(object, record.object);
  }
}

void LogActions::know_semaphore(std::uint64_t object, std::uint32_t count) {
  for (const Semaphore& known : semaphores_)
    if (known.object == object) return;
  semaphores_.push_back({object, count});
}

// The effect of the last point includes the count after it.
void LogActions::take_semaphore(const wire::Record& record) {
  const bool step = point_->kind == RecordKind::kStep;
  const std::uint64_t object = step && point_->op != OpKind::kCreate ? point_->object : 0;
  const std::uint32_t after = record.value;
  if (step && result_of(point_->op, point_->value) == StepResult::kFailed)
    know_semaphore(object, after);
  else
    know_semaphore(object, record.op == OpKind::kSemPost ? after - 1 : after + 1);
}

// For an unused semaphore it is known whether a wait could continue.
void LogActions::look_at_pending_semaphores() {
  for (const Thread& thread : threads_) {
    const Announced& last = thread.next;
    if (last.kind == Announced::Kind::kStep &&
        (last.op == OpKind::kSemWait || last.op == OpKind::kSemTimedWait))
      know_semaphore(last.object, thread.enabled ? 1 : 0);
  }
}

void LogActions::take_pending(const wire::Record& record) {
  Thread& thread = of(record.thread);
  Announced& last = thread.next;
  if (last.kind == Announced::Kind::kFinished) return;
  last.kind = Announced::Kind::kStep;
  last.op = record.op;
  last.object = record.op == OpKind::kCreate ? 0 : record.object;
  last.again = thread.again;
  if (record.op == OpKind::kReacquire) last.other = thread.mutex;
  if (record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken) last.timed = thread.has_deadline;
  // Without its mutex a wait is unknown.
  if (record.op == OpKind::kWait) last.kind = Announced::Kind::kUnknown;
  if (!touches_of(record.op, StepResult::kSucceeded).known) unclear_ = true;
}

// Each action's `next` is its thread's next action, or what it announces at the end.
void LogActions::connect(const LogView& log) {
  const bool ended = ended_by_a_step(log.header->outcome);
  for (std::size_t i = actions_.size(); i-- > 0;) {
    LogAction& action = actions_[i];
    Announced& upcoming = threads_[action.thread].next;
    action.effect.next = upcoming;
    const bool last = i + 1 == actions_.size();
    if (last && (ended || action.step.op == OpKind::kExit)) {
      action.effect.next = Announced{};
      action.effect.next.kind = Announced::Kind::kEnded;
    }
    upcoming = action.step;
  }
}

}  // namespace stalemate::explore
