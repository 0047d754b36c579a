// Dependence (S6, S7): which steps commute. The one table of it. A step touches variables, each in one of
// three ways; two steps of different threads commute if they touch no common variable, or touch each in the
// same way, and that way is not kExclusive. A thread's start, its end, and being woken are edges of their
// own, which the happens-before graph adds (explore/graph/happens_before.h).
//
// Nothing here is derived from memory orders: that is synchronizes-before, used for race reports alone.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "model/wire/operation.h"

namespace stalemate {

enum class Access : std::uint8_t {
  kShared,     // looks at it
  kUpdate,     // changes it in a way that commutes with its like: readers of a rwlock come and go
  kExclusive,  // changes it
};

// One object of the program is several variables.
enum class Space : std::uint8_t {
  kObject,
  kQueue,    // who sleeps on it: condition variables and futexes
  kReaders,  // of a read-write lock
  kEnd,      // of a thread; the object is its slot
  kHandle,   // of a thread
};
inline constexpr std::uint64_t kSpaces = 5;

// How a step went, as far as it matters to others.
enum class StepResult : std::uint8_t {
  kSucceeded,  // it changed what it is there to change
  kFailed,     // it failed, timed out, or found nothing to do
};

struct Touch {
  Space space = Space::kObject;
  Access access = Access::kShared;
  bool other = false;  // not the step's object but the one that goes with it: the mutex of a wait
};

struct Touches {
  static constexpr int kMost = 2;
  int count = 0;
  Touch touch[kMost];
  bool known = true;  // false: nothing is known of what such a step does to others
};

namespace dependence {

constexpr Touches none() { return {}; }
constexpr Touches unknown() { return {0, {}, false}; }
constexpr Touches one(Access access, Space space = Space::kObject) { return {1, {{space, access}}}; }
constexpr Touches two(Touch a, Touch b) { return {2, {a, b}}; }

}  // namespace dependence

namespace dependence {

constexpr Touches row(OpKind op, StepResult went) {
  using enum Access;
  const bool well = went == StepResult::kSucceeded;
  switch (op) {
    case OpKind::kStart:
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:  // ordered with everything, by an edge
    case OpKind::kYield:
    case OpKind::kSleep:
    case OpKind::kBarrierLeave: return none();
    case OpKind::kTryJoin:
    case OpKind::kTimedJoin: return well ? none() : one(kShared, Space::kEnd);
    case OpKind::kDetach: return one(kExclusive, Space::kHandle);
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kOnceDone:
    case OpKind::kStore:
    case OpKind::kRmw:
    case OpKind::kPlainStore:
    case OpKind::kSemWait:
    case OpKind::kSemPost:
    case OpKind::kWriteUnlock:
    case OpKind::kBarrierArrive: return one(kExclusive);
    case OpKind::kLoad:
    case OpKind::kPlainLoad: return one(kShared);
    case OpKind::kTryLock:
    case OpKind::kTimedLock:
    case OpKind::kOnce:
    case OpKind::kCas:
    case OpKind::kSemTryWait:
    case OpKind::kSemTimedWait: return one(well ? kExclusive : kShared);
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kFutexWake: return one(well ? kExclusive : kShared, Space::kQueue);
    case OpKind::kWait: return two({Space::kQueue, kExclusive}, {Space::kObject, kExclusive, true});
    case OpKind::kReacquire:
      return well ? Touches{1, {{Space::kObject, kExclusive, true}}} : one(kExclusive, Space::kQueue);
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
    case OpKind::kTimedReadLock:
      return well ? two({Space::kObject, kShared}, {Space::kReaders, kUpdate}) : one(kShared);
    case OpKind::kReadUnlock: return one(kUpdate, Space::kReaders);
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTimedWriteLock:
      return two({Space::kObject, well ? kExclusive : kShared}, {Space::kReaders, kShared});
    case OpKind::kFutexWait:
      return well ? two({Space::kObject, kShared}, {Space::kQueue, kExclusive}) : one(kShared);
    case OpKind::kFutexWoken: return well ? none() : one(kExclusive, Space::kQueue);
    default: return unknown();
  }
}

struct Table {
  Touches touches[static_cast<int>(OpKind::kCount)][2];
  constexpr Table() : touches() {
    for (int op = 0; op < static_cast<int>(OpKind::kCount); ++op)
      for (const StepResult went : {StepResult::kSucceeded, StepResult::kFailed})
        touches[op][static_cast<int>(went)] = row(static_cast<OpKind>(op), went);
  }
};
inline constexpr Table kTable;

}  // namespace dependence

// The operation must be one that there is.
constexpr const Touches& touches_of(OpKind op, StepResult went) {
  return dependence::kTable.touches[static_cast<int>(op)][static_cast<int>(went)];
}

// Whether it depends on the state of others how such a step goes.
constexpr bool may_fail(OpKind op) {
  switch (op) {
    case OpKind::kTryJoin:
    case OpKind::kTimedJoin:
    case OpKind::kTryLock:
    case OpKind::kTimedLock:
    case OpKind::kOnce:
    case OpKind::kCas:
    case OpKind::kSemTryWait:
    case OpKind::kSemTimedWait:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kFutexWake:
    case OpKind::kReacquire:
    case OpKind::kTryReadLock:
    case OpKind::kTimedReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTimedWriteLock:
    case OpKind::kFutexWait:
    case OpKind::kFutexWoken: return true;
    default: return false;
  }
}

// How a step went, by the value that its record carries.
constexpr StepResult went(OpKind op, std::uint32_t value) {
  switch (op) {
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTryJoin:
    case OpKind::kSemTryWait:
    case OpKind::kOnce:
    case OpKind::kCas:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kFutexWake: return value != 0 ? StepResult::kSucceeded : StepResult::kFailed;
    case OpKind::kTimedLock:
    case OpKind::kTimedReadLock:
    case OpKind::kTimedWriteLock:
    case OpKind::kTimedJoin:
    case OpKind::kSemTimedWait:
    case OpKind::kReacquire:
    case OpKind::kFutexWait:
    case OpKind::kFutexWoken: return value == 0 ? StepResult::kSucceeded : StepResult::kFailed;
    default: return StepResult::kSucceeded;
  }
}

// Whether a step says that its thread cannot make progress (S9), by its record.
constexpr bool yields(OpKind op, std::uint32_t value) {
  switch (op) {
    case OpKind::kYield:
    case OpKind::kSleep: return true;
    case OpKind::kTimedLock:
    case OpKind::kTimedReadLock:
    case OpKind::kTimedWriteLock:
    case OpKind::kTimedJoin:
    case OpKind::kReacquire:
    case OpKind::kFutexWoken:
    case OpKind::kSemTimedWait:
    case OpKind::kPoll: return value == 1;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kSemTryWait:
    case OpKind::kTryJoin: return value == 0;
    default: return false;
  }
}

}  // namespace stalemate
