// The operations that are steps (S1), and what is known of each from its kind alone.
// Header of constants and pure functions: shared by the runtime, the strategies and the reports.
#pragma once

#include <cstdint>

namespace stalemate {

// The numbers are part of the wire format; add at the end.
enum class OpKind : std::uint8_t {
  kNone = 0,
  kStart,      // first step of a thread
  kCreate,     // value = the new thread
  kJoin,       // object = thread; enabled once it has finished
  kDetach,     // object = thread
  kExit,       // process exit
  kYield,      // sched_yield, stalemate::yield
  kSleep,      // nanosleep and friends: a yield that advances the virtual clock
  kLock,       // object = mutex; enabled while it is free
  kTryLock,    // value = 1 if it succeeded
  kUnlock,     //
  kWait,       // condition wait, release part; object = condition variable
  kReacquire,  // condition wait, re-acquire part; value = 1 if it timed out
  kSignal,     // value = number of waiters at that moment
  kBroadcast,  // value = number of waiters woken
  kOnce,       // enabled while no other thread runs the initialiser; value = 1 if this thread runs it
  kOnceDone,   //
  kLoad,       // atomic
  kStore,      // atomic
  kRmw,        // atomic exchange, fetch_add, …
  kCas,        // value = 1 if it succeeded
  kCount
};

// One lower-case word, used in schedule files and reports.
constexpr const char* name_of(OpKind kind) {
  switch (kind) {
    case OpKind::kNone: return "none";
    case OpKind::kStart: return "start";
    case OpKind::kCreate: return "create";
    case OpKind::kJoin: return "join";
    case OpKind::kDetach: return "detach";
    case OpKind::kExit: return "exit";
    case OpKind::kYield: return "yield";
    case OpKind::kSleep: return "sleep";
    case OpKind::kLock: return "lock";
    case OpKind::kTryLock: return "trylock";
    case OpKind::kUnlock: return "unlock";
    case OpKind::kWait: return "wait";
    case OpKind::kReacquire: return "reacquire";
    case OpKind::kSignal: return "signal";
    case OpKind::kBroadcast: return "broadcast";
    case OpKind::kOnce: return "once";
    case OpKind::kOnceDone: return "once-done";
    case OpKind::kLoad: return "load";
    case OpKind::kStore: return "store";
    case OpKind::kRmw: return "rmw";
    case OpKind::kCas: return "cas";
    case OpKind::kCount: break;
  }
  return "unknown";
}

// Theorem 1's b: steps that may have to wait for another thread.
constexpr bool may_block(OpKind kind) {
  return kind == OpKind::kJoin || kind == OpKind::kLock || kind == OpKind::kReacquire ||
         kind == OpKind::kOnce;
}

}  // namespace stalemate
