// The facts about each operation that follow from its kind alone: one row each. Code that needs a fact about
// operations reads it here; a `switch` over operations is for code that behaves differently.
#pragma once

#include <cstdint>

#include "model/dependence.h"
#include "model/wire/op_kind.h"

namespace stalemate {

// What an operation works on.
enum class ObjectKind : std::uint8_t {
  kNone,  // nothing, or a thing that has no name in reports
  kThread,
  kMutex,
  kRwLock,
  kSemaphore,
  kBarrier,
  kFutex,
  kCondition,
  kOnce,
  kAtomic,
  kVariable,
};

// The meaning of the value in the record of a step.
enum class ValueMeaning : std::uint8_t {
  kNothing,      // nothing that others depend on: the step always succeeds
  kTry,          // 0: it failed
  kEffect,       // 0: it changed nothing
  kTimeout,      // 0: it succeeded; 1: it timed out; other values: it ended for another reason
  kMismatch,     // 0: it succeeded; 1: the value in memory was different
  kPollTimeout,  // 1: it timed out
};

namespace operations {

using Traits = std::uint16_t;
inline constexpr Traits kBlocks = 1 << 0;    // may have to wait for another thread
inline constexpr Traits kGivesWay = 1 << 1;  // declares that its thread cannot make progress
inline constexpr Traits kPolls = 1 << 2;     // may be part of a loop that waits without blocking
inline constexpr Traits kAcquires = 1 << 3;  // a step with kReleases undoes its effect on its object
inline constexpr Traits kReleases = 1 << 4;
inline constexpr Traits kWakes = 1 << 5;      // wakes threads that sleep on its object
inline constexpr Traits kIsWoken = 1 << 6;    // waits for a step with kWakes
inline constexpr Traits kInKernel = 1 << 7;   // its state is in the kernel: descriptors, files, processes
inline constexpr Traits kReads = 1 << 8;      // reads memory
inline constexpr Traits kWrites = 1 << 9;     // writes memory, if it succeeds
inline constexpr Traits kCommutes = 1 << 10;  // whatever their result, two of them on one object commute (S7)

inline constexpr Touches kUnknown{0, {}, false};
inline constexpr Touches kTouchesNothing{};
inline constexpr Touches kSees{1, {{Space::kObject, Access::kShared}}};
inline constexpr Touches kChanges{1, {{Space::kObject, Access::kExclusive}}};
inline constexpr Touches kSeesEnd{1, {{Space::kEnd, Access::kShared}}};
inline constexpr Touches kChangesHandle{1, {{Space::kHandle, Access::kExclusive}}};
inline constexpr Touches kSeesQueue{1, {{Space::kQueue, Access::kShared}}};
inline constexpr Touches kChangesQueue{1, {{Space::kQueue, Access::kExclusive}}};
inline constexpr Touches kSeesAndQueues{
    2, {{Space::kObject, Access::kShared}, {Space::kQueue, Access::kExclusive}}};
inline constexpr Touches kQueuesAndReleases{
    2, {{Space::kQueue, Access::kExclusive}, {Space::kObject, Access::kExclusive, true}}};
inline constexpr Touches kTakesMutex{1, {{Space::kObject, Access::kExclusive, true}}};
inline constexpr Touches kEntersAsReader{
    2, {{Space::kObject, Access::kShared}, {Space::kReaders, Access::kUpdate}}};
inline constexpr Touches kLeavesAsReader{1, {{Space::kReaders, Access::kUpdate}}};
inline constexpr Touches kEntersAsWriter{
    2, {{Space::kObject, Access::kExclusive}, {Space::kReaders, Access::kShared}}};
inline constexpr Touches kSeesAll{2, {{Space::kObject, Access::kShared}, {Space::kReaders, Access::kShared}}};

// The effect of a step on other threads (S6), by its result.
struct Effect {
  constexpr Effect(const Touches& always) : succeeded(always), failed(always) {}
  constexpr Effect(const Touches& if_it_succeeds, const Touches& if_it_fails)
      : succeeded(if_it_succeeds), failed(if_it_fails) {}
  Touches succeeded;
  Touches failed;
};

struct Row {
  OpKind kind;
  const char* name;  // in schedule files and reports
  ObjectKind object;
  ValueMeaning value;
  Traits traits;
  Effect effect;
  const char* awaits = "*";  // what a blocked thread waits for, in reports; * is the object
};

// clang-format off
namespace table {

using enum OpKind;
using Object = ObjectKind;
using Value = ValueMeaning;

// In the order of OpKind. An operation that ends a process or a thread has edges, not touches.
inline constexpr Row kRows[] = {
    // kind           name             object              value                traits                             effect                               awaits
    {kNone,           "none",          Object::kNone,      Value::kNothing,     0,                                 kUnknown},
    {kStart,          "start",         Object::kNone,      Value::kNothing,     0,                                 kTouchesNothing},
    {kCreate,         "create",        Object::kNone,      Value::kNothing,     0,                                 kTouchesNothing},
    {kJoin,           "join",          Object::kThread,    Value::kNothing,     kBlocks,                           kTouchesNothing, "* to finish"},
    {kDetach,         "detach",        Object::kThread,    Value::kNothing,     0,                                 kChangesHandle},
    {kExit,           "exit",          Object::kNone,      Value::kNothing,     0,                                 kTouchesNothing},
    {kYield,          "yield",         Object::kNone,      Value::kNothing,     kGivesWay | kPolls,                kTouchesNothing},
    {kSleep,          "sleep",         Object::kNone,      Value::kNothing,     kGivesWay | kPolls,                kTouchesNothing},
    {kLock,           "lock",          Object::kMutex,     Value::kNothing,     kBlocks | kAcquires,               kChanges},
    {kTryLock,        "trylock",       Object::kMutex,     Value::kTry,         kPolls | kAcquires,                {kChanges, kSees}},
    {kUnlock,         "unlock",        Object::kMutex,     Value::kNothing,     kReleases,                         kChanges},
    {kWait,           "wait",          Object::kCondition, Value::kNothing,     kAcquires,                         kQueuesAndReleases},
    {kReacquire,      "reacquire",     Object::kCondition, Value::kTimeout,     kBlocks | kIsWoken,                {kTakesMutex, kChangesQueue}, "a signal on *"},
    {kSignal,         "signal",        Object::kCondition, Value::kEffect,      kWakes,                            {kChangesQueue, kSeesQueue}},
    {kBroadcast,      "broadcast",     Object::kCondition, Value::kEffect,      kWakes,                            {kChangesQueue, kSeesQueue}},
    {kOnce,           "once",          Object::kOnce,      Value::kEffect,      kBlocks,                           {kChanges, kSees}, "the initialiser of *"},
    {kOnceDone,       "once-done",     Object::kOnce,      Value::kNothing,     0,                                 kChanges},
    {kLoad,           "load",          Object::kAtomic,    Value::kNothing,     kPolls | kReads | kCommutes,       kSees, "another value of *"},
    {kStore,          "store",         Object::kAtomic,    Value::kNothing,     kWrites,                           kChanges},
    {kRmw,            "rmw",           Object::kAtomic,    Value::kNothing,     kPolls | kReads | kWrites,         kChanges, "another value of *"},
    {kCas,            "cas",           Object::kAtomic,    Value::kEffect,      kPolls | kReads | kWrites,         {kChanges, kSees}, "another value of *"},
    {kTimedLock,      "timedlock",     Object::kMutex,     Value::kTimeout,     kBlocks | kAcquires,               {kChanges, kSees}},
    {kTimedReadLock,  "timedrdlock",   Object::kRwLock,    Value::kTimeout,     kBlocks | kAcquires,               {kEntersAsReader, kSees}},
    {kTimedWriteLock, "timedwrlock",   Object::kRwLock,    Value::kTimeout,     kBlocks | kAcquires,               {kEntersAsWriter, kSeesAll}},
    {kTimedJoin,      "timedjoin",     Object::kThread,    Value::kTimeout,     kBlocks,                           {kTouchesNothing, kSeesEnd}},
    {kReadLock,       "rdlock",        Object::kRwLock,    Value::kNothing,     kBlocks | kAcquires | kCommutes,   kEntersAsReader, "* to read"},
    {kTryReadLock,    "tryrdlock",     Object::kRwLock,    Value::kTry,         kAcquires | kCommutes,             {kEntersAsReader, kSees}},
    {kWriteLock,      "wrlock",        Object::kRwLock,    Value::kNothing,     kBlocks | kAcquires,               kEntersAsWriter, "* to write"},
    {kTryWriteLock,   "trywrlock",     Object::kRwLock,    Value::kTry,         kAcquires,                         {kEntersAsWriter, kSeesAll}},
    {kReadUnlock,     "rdunlock",      Object::kRwLock,    Value::kNothing,     kReleases,                         kLeavesAsReader},
    {kWriteUnlock,    "wrunlock",      Object::kRwLock,    Value::kNothing,     kReleases,                         kChanges},
    {kTryJoin,        "tryjoin",       Object::kThread,    Value::kTry,         0,                                 {kTouchesNothing, kSeesEnd}},
    {kSemWait,        "sem-wait",      Object::kSemaphore, Value::kNothing,     kBlocks | kAcquires,               kChanges, "a post of *"},
    {kSemTryWait,     "sem-trywait",   Object::kSemaphore, Value::kTry,         kAcquires,                         {kChanges, kSees}},
    {kSemTimedWait,   "sem-timedwait", Object::kSemaphore, Value::kTimeout,     kBlocks | kAcquires,               {kChanges, kSees}},
    {kSemPost,        "sem-post",      Object::kSemaphore, Value::kNothing,     kReleases,                         kChanges},
    {kBarrierArrive,  "barrier",       Object::kBarrier,   Value::kNothing,     kWakes,                            kChanges},
    {kBarrierLeave,   "barrier-leave", Object::kBarrier,   Value::kNothing,     kBlocks | kIsWoken,                kTouchesNothing, "more threads at *"},
    {kFutexWait,      "futex-wait",    Object::kFutex,     Value::kMismatch,    kAcquires,                         {kSeesAndQueues, kSees}},
    {kFutexWoken,     "futex-woken",   Object::kFutex,     Value::kTimeout,     kBlocks | kIsWoken,                {kTouchesNothing, kChangesQueue}, "a wake-up on *"},
    {kFutexWake,      "futex-wake",    Object::kFutex,     Value::kEffect,      kWakes,                            {kChangesQueue, kSeesQueue}},
    {kRead,           "read",          Object::kNone,      Value::kNothing,     kBlocks | kInKernel,               kUnknown, "something to read from *"},
    {kWrite,          "write",         Object::kNone,      Value::kNothing,     kBlocks | kInKernel,               kUnknown, "room in *"},
    {kPoll,           "poll",          Object::kNone,      Value::kPollTimeout, kBlocks | kInKernel,               kUnknown, "something to happen on *"},
    {kAccept,         "accept",        Object::kNone,      Value::kNothing,     kBlocks | kInKernel,               kUnknown, "a connection to *"},
    {kConnect,        "connect",       Object::kNone,      Value::kNothing,     kBlocks | kInKernel,               kUnknown, "being accepted by *"},
    {kClose,          "close",         Object::kNone,      Value::kNothing,     kInKernel,                         kUnknown},
    {kCancel,         "cancel",        Object::kThread,    Value::kNothing,     0,                                 kUnknown},
    {kKill,           "kill",          Object::kThread,    Value::kNothing,     0,                                 kUnknown},
    {kSignalWait,     "sigwait",       Object::kNone,      Value::kNothing,     kBlocks,                           kUnknown},
    {kChildWait,      "waitpid",       Object::kNone,      Value::kNothing,     kBlocks | kInKernel,               kUnknown},
    {kTestCancel,     "testcancel",    Object::kThread,    Value::kNothing,     0,                                 kUnknown},
    {kSemOpen,        "sem-open",      Object::kNone,      Value::kNothing,     kInKernel,                         kUnknown},
    {kHandler,        "handler",       Object::kThread,    Value::kNothing,     0,                                 kUnknown},
    {kListen,         "listen",        Object::kNone,      Value::kNothing,     kInKernel,                         kUnknown},
    {kPlainLoad,      "plain-load",    Object::kVariable,  Value::kNothing,     kPolls | kReads | kCommutes,       kSees},
    {kPlainStore,     "plain-store",   Object::kVariable,  Value::kNothing,     kWrites,                           kChanges},
    {kAllocate,       "allocate",      Object::kNone,      Value::kNothing,     0,                                 kUnknown},
    {kFree,           "free",          Object::kNone,      Value::kNothing,     0,                                 kUnknown},
    {kRetry,          "load-cas",      Object::kAtomic,    Value::kEffect,      kPolls | kReads | kWrites,         {kChanges, kSees}, "another value of *"},
    {kFork,           "fork",          Object::kNone,      Value::kNothing,     kInKernel,                         kUnknown},
};

}  // namespace table
// clang-format on

constexpr bool in_order() {
  for (int kind = 0; kind < static_cast<int>(OpKind::kCount); ++kind)
    if (table::kRows[kind].kind != static_cast<OpKind>(kind)) return false;
  return true;
}
static_assert(sizeof table::kRows / sizeof table::kRows[0] == static_cast<int>(OpKind::kCount));
static_assert(in_order());

// The operation must exist.
constexpr const Row& row(OpKind kind) { return table::kRows[static_cast<int>(kind)]; }
constexpr bool has(OpKind kind, Traits trait) { return (row(kind).traits & trait) != 0; }

}  // namespace operations

// The operation of these functions must exist, except for name_of.

constexpr const char* name_of(OpKind kind) {
  return kind < OpKind::kCount ? operations::row(kind).name : "unknown";
}

constexpr ObjectKind object_of(OpKind kind) { return operations::row(kind).object; }

// Theorem 1's b: steps that may have to wait for another thread.
constexpr bool may_block(OpKind kind) { return operations::has(kind, operations::kBlocks); }
constexpr bool may_poll(OpKind kind) { return operations::has(kind, operations::kPolls); }
constexpr bool gives_way(OpKind kind) { return operations::has(kind, operations::kGivesWay); }
constexpr bool wakes(OpKind kind) { return operations::has(kind, operations::kWakes); }
constexpr bool is_woken(OpKind kind) { return operations::has(kind, operations::kIsWoken); }
constexpr bool uses_kernel_state(OpKind kind) { return operations::has(kind, operations::kInKernel); }
constexpr bool commutes_with_itself(OpKind kind) { return operations::has(kind, operations::kCommutes); }
constexpr bool reads_memory(OpKind kind) { return operations::has(kind, operations::kReads); }
constexpr bool writes_memory(OpKind kind) { return operations::has(kind, operations::kWrites); }
constexpr bool accesses_memory(OpKind kind) {
  return operations::has(kind, operations::kReads | operations::kWrites);
}

// Locks and unlocks, of mutexes and read-write locks.
constexpr bool is_lock(OpKind kind) {
  return object_of(kind) == ObjectKind::kMutex || object_of(kind) == ObjectKind::kRwLock;
}
constexpr bool acquires_lock(OpKind kind) {
  return is_lock(kind) && operations::has(kind, operations::kAcquires);
}
constexpr bool releases_lock(OpKind kind) {
  return is_lock(kind) && operations::has(kind, operations::kReleases);
}

// Whether the result of such a step depends on the state of other threads.
constexpr bool may_fail(OpKind kind) {
  const ValueMeaning value = operations::row(kind).value;
  return value != ValueMeaning::kNothing && value != ValueMeaning::kPollTimeout;
}

constexpr StepResult result_of(OpKind kind, std::uint32_t value) {
  switch (operations::row(kind).value) {
    case ValueMeaning::kTry:
    case ValueMeaning::kEffect: return value != 0 ? StepResult::kSucceeded : StepResult::kFailed;
    case ValueMeaning::kTimeout:
    case ValueMeaning::kMismatch: return value == 0 ? StepResult::kSucceeded : StepResult::kFailed;
    case ValueMeaning::kNothing:
    case ValueMeaning::kPollTimeout: break;
  }
  return StepResult::kSucceeded;
}

constexpr bool try_failed(OpKind kind, std::uint32_t value) {
  return operations::row(kind).value == ValueMeaning::kTry && value == 0;
}

constexpr bool timed_out(OpKind kind, std::uint32_t value) {
  const ValueMeaning meaning = operations::row(kind).value;
  return (meaning == ValueMeaning::kTimeout || meaning == ValueMeaning::kPollTimeout) && value == 1;
}

// Whether a step declares that its thread cannot make progress (S9), by its record.
constexpr bool yields(OpKind kind, std::uint32_t value) {
  return gives_way(kind) || try_failed(kind, value) || timed_out(kind, value);
}

constexpr bool may_yield(OpKind kind) { return yields(kind, 0) || yields(kind, 1); }

constexpr const Touches& touches_of(OpKind kind, StepResult result) {
  const operations::Effect& effect = operations::row(kind).effect;
  return result == StepResult::kSucceeded ? effect.succeeded : effect.failed;
}

}  // namespace stalemate
