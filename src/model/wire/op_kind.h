// The operations that are steps (S1). Their properties are in model/operations.h.
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
  kSleep,      // nanosleep and variants: a yield that advances the virtual clock
  kLock,       // object = mutex; enabled while it is free
  kTryLock,    // value = 1 if it succeeded
  kUnlock,     //
  kWait,       // condition wait, release part; object = condition variable
  kReacquire,  // condition wait, re-acquire part; value = 1: timed out, 2: cancelled, 3: spurious, and then
               // the mutex is locked by a separate step
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
  kReadLock,       // read-write lock; enabled while no writer holds it
  kTryReadLock,    // value = 1 if it succeeded
  kWriteLock,      // enabled while no thread holds it
  kTryWriteLock,   // value = 1 if it succeeded
  kReadUnlock,     //
  kWriteUnlock,    //
  kTryJoin,        // value = 1 if the thread had finished
  kSemWait,        // enabled while the count is positive
  kSemTryWait,     // value = 1 if it succeeded
  kSemTimedWait,   // value = 1 if it timed out
  kSemPost,        //
  kBarrierArrive,  // value = 1 if it was the last
  kBarrierLeave,   // enabled once all have arrived; the last to arrive does not take this step
  kFutexWait,      // compare and sleep; value = 1 if the value was different
  kFutexWoken,     // the second part: enabled once woken; value = 1: timed out, 3: spurious
  kFutexWake,      // value = number of threads woken or moved
  kRead,           // from a pipe, socket, eventfd, …; enabled while it would not block
  kWrite,          // to a pipe, socket, …
  kPoll,           // poll, select, epoll; enabled while something is ready; value = 1 if it timed out
  kAccept,         // on a listening socket
  kConnect,        //
  kClose,          // the last step on a descriptor that others may wait on
  kCancel,         // object = thread
  kKill,           // a signal for a thread; object = thread
  kSignalWait,     // sigwait, pause, …
  kChildWait,      // waitpid and variants
  kTestCancel,     // object = the calling thread; value = 1 if it was cancelled
  kSemOpen,        // named semaphores: open, close, unlink; object = the table of names
  kHandler,        // a signal handler runs before the step that its thread had announced; object = thread
  kListen,         // on a socket
  kPlainLoad,      // a plain access that is promoted (S13)
  kPlainStore,     //
  kAllocate,       // malloc and variants, where allocation is a step; object = the thread's heap
  kFree,           // object = the block
  kRetry,          // atomic: a load and, if value = 1, a compare-and-swap of what it read, which succeeded
  kFork,           // the process is copied, beside other threads
  kCount
};

}  // namespace stalemate
