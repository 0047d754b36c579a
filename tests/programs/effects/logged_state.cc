#include "logged_state.h"

#include <algorithm>

namespace stalemate::test {

namespace {

Able or_no(bool ready) { return ready ? Able::kYes : Able::kNo; }
Able or_timed(bool ready) { return ready ? Able::kYes : Able::kTimed; }

// How many effects of its own a step has; -1: as many threads as it wakes.
int effects_of(const wire::Record& step) {
  switch (step.op) {
    case OpKind::kLoad:
    case OpKind::kStore:
    case OpKind::kRmw:
    case OpKind::kPlainLoad:
    case OpKind::kPlainStore:
    case OpKind::kWait:
    case OpKind::kSemWait:
    case OpKind::kSemTryWait:
    case OpKind::kSemTimedWait:
    case OpKind::kSemPost:
    case OpKind::kFutexWait: return 1;
    case OpKind::kSignal: return step.value != 0 ? 1 : 0;
    case OpKind::kBroadcast:
    case OpKind::kFutexWake: return static_cast<int>(step.value);
    case OpKind::kCas:  // of some it is told what they expect
    case OpKind::kBarrierArrive: return -1;
    default: return 0;
  }
}

}  // namespace

void ToldState::expect(bool holds, const wire::Record& step, const char* what) {
  if (!holds && complaint_.empty())
    complaint_ = std::string(name_of(step.op)) + " by thread " + std::to_string(step.thread) + ": " + what;
}

bool ToldState::has(std::uint32_t thread, std::uint64_t object) const {
  const auto lock = locks_.find(object);
  return lock != locks_.end() && lock->second.owner == static_cast<int>(thread);
}

bool ToldState::is_free(std::uint64_t object) const {
  const auto lock = locks_.find(object);
  return lock == locks_.end() || lock->second.owner < 0;
}

void ToldState::lock(const wire::Record& step) {
  Lock& lock = locks_[step.object];
  expect(lock.owner < 0 || lock.owner == step.thread, step, "somebody else has it");
  lock.owner = step.thread;
  ++lock.levels;
}

void ToldState::unlock(std::uint64_t object) {
  Lock& lock = locks_[object];
  if (lock.levels > 0 && --lock.levels > 0) return;
  lock.owner = -1;
}

void ToldState::share(const wire::Record& step) {
  expect(is_free(step.object), step, "somebody writes");
  ++locks_[step.object].readers[step.thread];
}

void ToldState::sleep(const wire::Record& step, const Effects& effects) {
  Wait& wait = waits_[step.thread] = Wait{};
  if (step.op != OpKind::kWait || effects.own.size() != 1) return;
  const wire::Record& told = effects.own[0];
  wait.mutex = told.object;
  expect(has(step.thread, told.object), step, "it does not have the mutex");
  unlock(told.object);
  expect(has(step.thread, told.object) == (told.value == 1), step, "wrong about the level that is kept");
}

void ToldState::wake(const wire::Record& step, const Effects& effects) {
  for (const wire::Record& told : effects.own) {
    Wait& wait = waits_[told.value];
    expect(!wait.woken, step, "wakes a thread twice");
    wait.woken = true;
  }
}

void ToldState::count(const wire::Record& step, const Effects& effects) {
  if (effects.own.size() != 1) return;
  const std::uint32_t after = effects.own[0].value;
  const bool taken = step.op == OpKind::kSemWait || (step.op == OpKind::kSemTryWait && step.value == 1) ||
                     (step.op == OpKind::kSemTimedWait && step.value == 0);
  const std::uint32_t before = after + (taken ? 1 : 0) - (step.op == OpKind::kSemPost ? 1 : 0);
  const auto known = counts_.find(step.object);
  expect(known == counts_.end() || known->second == before, step, "another count than before");
  counts_[step.object] = after;
}

void ToldState::announce(const wire::Record& effect) {
  switch (effect.op) {
    case OpKind::kReacquire:
    case OpKind::kFutexWoken: waits_[effect.thread].ends_by_itself = true; break;
    case OpKind::kLock:
    case OpKind::kTimedLock: again_[effect.thread] = effect.object; break;
    case OpKind::kSemOpen: counts_[effect.object] = effect.value; break;
    default: break;
  }
}

void ToldState::step(const wire::Record& step, const Effects& effects) {
  const int expected = effects_of(step);
  expect(expected < 0 || effects.own.size() == static_cast<std::size_t>(expected), step,
         "too little or too much is told");
  const bool stores =
      step.op == OpKind::kStore || step.op == OpKind::kRmw || (step.op == OpKind::kCas && step.value == 1);
  expect(effects.stored.size() <= (stores ? 1u : 0u), step, "a value is told that it does not store");
  for (const wire::Record& told : effects.own) expect(told.op == step.op, step, "another operation is told");
  again_.erase(step.thread);
  switch (step.op) {
    case OpKind::kCreate: called_[step.object] = step.value; break;
    case OpKind::kCas:
      expect(effects.own.size() == 1 || effects.own.size() == 2, step, "too little or too much is told");
      if (effects.own.size() == 2)
        expect((effects.own[0].object == effects.own[1].object) == (step.value != 0), step,
               "it found what it expects, and did not swap, or the other way round");
      break;
    case OpKind::kLock:
    case OpKind::kWriteLock: lock(step); break;
    case OpKind::kTimedLock:
    case OpKind::kTimedWriteLock:
      if (step.value == 0) lock(step);
      break;
    case OpKind::kTryLock:
    case OpKind::kTryWriteLock:
    case OpKind::kOnce:
      if (step.value == 1) lock(step);
      break;
    case OpKind::kUnlock:
    case OpKind::kWriteUnlock:
    case OpKind::kOnceDone: unlock(step.object); break;
    case OpKind::kReadLock: share(step); break;
    case OpKind::kTimedReadLock:
      if (step.value == 0) share(step);
      break;
    case OpKind::kTryReadLock:
      if (step.value == 1) share(step);
      break;
    case OpKind::kReadUnlock: {
      auto& readers = locks_[step.object].readers;
      if (--readers[step.thread] == 0) readers.erase(step.thread);
      break;
    }
    case OpKind::kReacquire: {
      if (step.value != 0) break;  // the mutex is locked by a step of its own
      wire::Record regained = step;
      regained.object = waits_[step.thread].mutex;
      lock(regained);
      break;
    }
    case OpKind::kWait:
    case OpKind::kFutexWait: sleep(step, effects); break;
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kFutexWake: wake(step, effects); break;
    case OpKind::kBarrierArrive:
      waits_[step.thread] = Wait{};
      wake(step, effects);
      break;
    case OpKind::kSemWait:
    case OpKind::kSemTryWait:
    case OpKind::kSemTimedWait:
    case OpKind::kSemPost: count(step, effects); break;
    default: break;
  }
  for (const wire::Record& told : effects.next) announce(told);
}

Able ToldState::able(std::uint32_t thread, const ToldStep& announced) const {
  const std::uint64_t object = announced.object;
  const auto lock = locks_.find(object);
  const auto wait = waits_.find(thread);
  const auto again = again_.find(thread);
  const bool free = is_free(object) || (again != again_.end() && again->second == object);
  const bool unread = lock == locks_.end() || lock->second.readers.empty();
  const auto count = counts_.find(object);
  const bool positive = count != counts_.end() && count->second > 0;
  const auto called = called_.find(object);
  const bool ended = called != called_.end() && finished_.contains(called->second);
  switch (announced.op) {
    case OpKind::kLock:
    case OpKind::kOnce:
    case OpKind::kReadLock: return or_no(free);
    case OpKind::kTimedLock:
    case OpKind::kTimedReadLock: return or_timed(free);
    case OpKind::kWriteLock: return or_no(free && unread);
    case OpKind::kTimedWriteLock: return or_timed(free && unread);
    case OpKind::kSemWait: return or_no(positive);
    case OpKind::kSemTimedWait: return or_timed(positive);
    case OpKind::kJoin: return or_no(ended);
    case OpKind::kTimedJoin: return or_timed(ended);
    case OpKind::kSleep: return Able::kTimed;
    case OpKind::kReacquire:
      if (wait->second.woken && !is_free(wait->second.mutex) && !has(thread, wait->second.mutex))
        return Able::kNo;
      [[fallthrough]];
    case OpKind::kFutexWoken:
    case OpKind::kBarrierLeave:
      if (wait->second.woken) return Able::kYes;
      return wait->second.ends_by_itself ? Able::kTimed : Able::kNo;
    default: return Able::kYes;
  }
}

}  // namespace stalemate::test
