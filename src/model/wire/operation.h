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
  kReacquire,  // condition wait, re-acquire part; value = 1: timed out, 2: cancelled, 3: no reason, and then
               // the mutex is locked by a step of its own
  kSignal,     // value = number of waiters at that moment
  kBroadcast,  // value = number of waiters woken
  kOnce,       // enabled while no other thread runs the initialiser; value = 1 if this thread runs it
  kOnceDone,   //
  kLoad,       // atomic
  kStore,      // atomic
  kRmw,        // atomic exchange, fetch_add, …
  kCas,        // value = 1 if it succeeded
  // Locks with a deadline: enabled while free, else by their timeout (S3); value = 1 if they timed out.
  kTimedLock,
  kTimedReadLock,
  kTimedWriteLock,
  kTimedJoin,
  kReadLock,       // read-write lock; enabled while no writer has it
  kTryReadLock,    // value = 1 if it succeeded
  kWriteLock,      // enabled while nobody has it
  kTryWriteLock,   // value = 1 if it succeeded
  kReadUnlock,     //
  kWriteUnlock,    //
  kTryJoin,        // value = 1 if the thread had finished
  kSemWait,        // enabled while the count is positive
  kSemTryWait,     // value = 1 if it succeeded
  kSemTimedWait,   // value = 1 if it timed out
  kSemPost,        //
  kBarrierArrive,  // value = 1 if it was the last
  kBarrierLeave,   // enabled once all have arrived; the last to arrive has none
  kFutexWait,      // compare and go to sleep; value = 1 if the value was another
  kFutexWoken,     // the second part: enabled once woken; value = 1: timed out, 3: no reason
  kFutexWake,      // value = number of threads woken or moved
  kRead,           // from a pipe, socket, eventfd, …; enabled while it would not block
  kWrite,          // to one
  kPoll,           // poll, select, epoll; enabled while something is ready; value = 1 if it timed out
  kAccept,         // on a listening socket
  kConnect,        //
  kClose,          // the last step on a descriptor that others may wait on
  kCancel,         // object = thread
  kKill,           // a signal for a thread; object = thread
  kSignalWait,     // sigwait, pause, …
  kChildWait,      // waitpid and friends
  kTestCancel,     // object = thread, the one that looks; value = 1 if it was cancelled
  kSemOpen,        // named semaphores: open, close, unlink; object = the table of names
  kHandler,        // a signal handler runs before the step that its thread had announced; object = thread
  kListen,         // a socket begins to
  kPlainLoad,      // a plain access that is promoted (S13)
  kPlainStore,     //
  kAllocate,       // malloc and its like, where allocation is a step; object = the thread's heap
  kFree,           // object = the block
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
    case OpKind::kTimedLock: return "timedlock";
    case OpKind::kTimedReadLock: return "timedrdlock";
    case OpKind::kTimedWriteLock: return "timedwrlock";
    case OpKind::kTimedJoin: return "timedjoin";
    case OpKind::kReadLock: return "rdlock";
    case OpKind::kTryReadLock: return "tryrdlock";
    case OpKind::kWriteLock: return "wrlock";
    case OpKind::kTryWriteLock: return "trywrlock";
    case OpKind::kReadUnlock: return "rdunlock";
    case OpKind::kWriteUnlock: return "wrunlock";
    case OpKind::kTryJoin: return "tryjoin";
    case OpKind::kSemWait: return "sem-wait";
    case OpKind::kSemTryWait: return "sem-trywait";
    case OpKind::kSemTimedWait: return "sem-timedwait";
    case OpKind::kSemPost: return "sem-post";
    case OpKind::kBarrierArrive: return "barrier";
    case OpKind::kBarrierLeave: return "barrier-leave";
    case OpKind::kFutexWait: return "futex-wait";
    case OpKind::kFutexWoken: return "futex-woken";
    case OpKind::kFutexWake: return "futex-wake";
    case OpKind::kRead: return "read";
    case OpKind::kWrite: return "write";
    case OpKind::kPoll: return "poll";
    case OpKind::kAccept: return "accept";
    case OpKind::kConnect: return "connect";
    case OpKind::kClose: return "close";
    case OpKind::kCancel: return "cancel";
    case OpKind::kKill: return "kill";
    case OpKind::kSignalWait: return "sigwait";
    case OpKind::kChildWait: return "waitpid";
    case OpKind::kTestCancel: return "testcancel";
    case OpKind::kSemOpen: return "sem-open";
    case OpKind::kHandler: return "handler";
    case OpKind::kListen: return "listen";
    case OpKind::kPlainLoad: return "plain-load";
    case OpKind::kPlainStore: return "plain-store";
    case OpKind::kAllocate: return "allocate";
    case OpKind::kFree: return "free";
    case OpKind::kCount: break;
  }
  return "unknown";
}

// Theorem 1's b: steps that may have to wait for another thread.
constexpr bool may_block(OpKind kind) {
  switch (kind) {
    case OpKind::kJoin:
    case OpKind::kLock:
    case OpKind::kReacquire:
    case OpKind::kOnce:
    case OpKind::kTimedLock:
    case OpKind::kTimedReadLock:
    case OpKind::kTimedWriteLock:
    case OpKind::kTimedJoin:
    case OpKind::kReadLock:
    case OpKind::kWriteLock:
    case OpKind::kSemWait:
    case OpKind::kSemTimedWait:
    case OpKind::kBarrierLeave:
    case OpKind::kFutexWoken:
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kPoll:
    case OpKind::kAccept:
    case OpKind::kConnect:
    case OpKind::kSignalWait:
    case OpKind::kChildWait: return true;
    default: return false;
  }
}

// Steps that may say that their thread cannot make progress.
constexpr bool may_pause(OpKind kind) {
  switch (kind) {
    case OpKind::kYield:
    case OpKind::kSleep:
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTryJoin:
    case OpKind::kSemTryWait:
    case OpKind::kTimedLock:
    case OpKind::kTimedReadLock:
    case OpKind::kTimedWriteLock:
    case OpKind::kTimedJoin:
    case OpKind::kSemTimedWait:
    case OpKind::kReacquire:
    case OpKind::kFutexWoken:
    case OpKind::kPoll: return true;
    default: return false;
  }
}

// What a loop is made of that waits for another thread without blocking.
constexpr bool may_poll(OpKind kind) {
  return kind == OpKind::kLoad || kind == OpKind::kPlainLoad || kind == OpKind::kRmw ||
         kind == OpKind::kCas || kind == OpKind::kYield || kind == OpKind::kSleep || kind == OpKind::kTryLock;
}

// Steps whose state the kernel keeps: descriptors, files, processes.
constexpr bool uses_kernel_state(OpKind kind) {
  switch (kind) {
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kPoll:
    case OpKind::kAccept:
    case OpKind::kConnect:
    case OpKind::kClose:
    case OpKind::kListen:
    case OpKind::kChildWait:
    case OpKind::kSemOpen: return true;
    default: return false;
  }
}

// Steps that only look at their object: two of them commute (S7). An operation whose effect depends on how it
// went (a failed CAS, a failed try) counts as a change here.
constexpr bool only_reads(OpKind kind) {
  return kind == OpKind::kLoad || kind == OpKind::kPlainLoad || kind == OpKind::kReadLock ||
         kind == OpKind::kTryReadLock;
}

}  // namespace stalemate
