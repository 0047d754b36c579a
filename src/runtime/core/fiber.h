// A thread of the program: a stack and a TLS block in the slot that follows from its creation path (S11), its
// announced step, and its place in the lists of waiters.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/op_kind.h"
#include "runtime/core/loop_head.h"
#include "runtime/core/virtual_time.h"
#include "runtime/platform/context.h"

namespace stalemate::rt {

struct SyncObject;
struct Await;

// Where a function is called.
struct CallSite {
  std::uint64_t stack = 0;  // where the return address is
  std::uint64_t return_address = 0;
};

// Innermost first.
struct CallStack {
  static constexpr std::uint32_t kDepth = 64;
  struct Frame {
    std::uintptr_t pc;         // return address
    std::uintptr_t frame_end;  // canonical frame address: where its caller's frame begins
  };
  std::uint32_t depth = 0;
  Frame frames[kDepth];
  alignas(16) unsigned char unwinding[64];  // pthread_exit's exception object
};

// How often a thread has visited a place without a proof that it repeats itself (fairness.h).
struct Visits {
  std::uintptr_t pc;
  std::uint64_t object;
  std::uint64_t value;
  std::uint32_t times;
};

struct Fiber {
  // Switching.
  void* stack_pointer = nullptr;  // while parked
  void* tcb = nullptr;
  CallStack* calls = nullptr;  // at the announced step; filled in detailed executions only
  Passed passed;               // at the announced step; only if states are logged

  // Identity.
  std::uint32_t id = 0;    // order of creation in this execution
  std::uint32_t slot = 0;  // follows the creation path
  std::uint32_t children = 0;
  std::uint32_t level = 0;  // length of the path
  std::uint64_t path_hash = 0;
  std::uint32_t draws = 0;     // kPct: steps taken; kPos: priorities used up
  std::uint32_t demoted = 0;   // kPct: by which change point; 0: not demoted
  Fiber* path_next = nullptr;  // all fibers of the execution, ordered by creation path

  // The announced step.
  OpKind op = OpKind::kStart;
  bool enabled = false;
  bool timed = false;      // enabled only because its wait may time out (S3)
  bool held_back = false;  // enabled, but must wait for others (S9)
  bool finished = false;
  bool left = false;  // main, by pthread_exit: for others it has ended; it waits for them to end the process
  bool detached = false;
  bool joined = false;
  bool signaled = false;      // condition wait: woken
  bool may_time_out = false;  // the announced step may happen although its object is not ready
  bool gave_up = false;       // inside a wait that may end by itself: leaving it is not a preemption (S3)
  bool used_keys = false;
  bool wants_larger_stack = false;   // than its slot has
  std::uint8_t spurious_events = 0;  // spurious_events.h: kinds of its last ones
  bool chose_processors = false;     // thread_attributes.cc has the set
  bool chose_scheduling = false;
  // Cancellation.
  bool cancel_requested = false;
  bool cancel_disabled = false;
  bool cancel_at_once = false;       // asynchronous: at the next step it announces
  bool cancellable = false;          // the announced step is a cancellation point
  bool leaving = false;              // unwinding: can no longer be cancelled
  std::uint32_t endpoints_made = 0;  // number of descriptors, for their names
  std::uint32_t wake_bits = 0;       // futex wait: which wakes reach it
  std::uint64_t object = 0;          // canonical name of what the step is on
  std::uintptr_t pc = 0;             // where it was announced
  SyncObject* on = nullptr;          // what it may block on
  bool (*ready)(const SyncObject* on, const Fiber* fiber) = nullptr;  // by which rule, if there is one
  SyncObject* sleeps_on = nullptr;  // condition variable, between release and wake-up
  Fiber* joins = nullptr;
  Fiber* joiner = nullptr;
  Fiber* wait_next = nullptr;  // list of SyncObject::waiters
  Fiber* wait_previous = nullptr;
  Fiber* sleep_next = nullptr;  // list of SyncObject::sleepers
  Fiber* sleep_previous = nullptr;
  Await* await = nullptr;  // of the announced step, if it may be silent (awaits.h)
  bool tries = false;      // it has only loaded since its last step that was none (failed_try.h)
  CallSite swaps_at;       // the compare-and-swap that belongs to its last step (retry.h)
  // The block that it has allocated since its last step: the complement of its address, since a pointer that
  // is left here would keep it from being lost.
  std::uint64_t new_block = 0, new_bytes = 0;
  // Atomic operations that were no steps (private_atomics.h): how many since its last step, and the last ones
  // that found nothing new.
  std::uint32_t private_run = 0, next_private_look = 0;

  // Signals (signals.h).
  bool set_aside = false;   // the announced step waits for a handler to run; what it was:
  bool in_handler = false;  // and the handler is running
  OpKind aside_op = OpKind::kNone;
  bool aside_enabled = false;
  bool aside_timed = false;
  std::uint64_t aside_object = 0;
  std::uint64_t signal_mask = 0;  // while parked
  std::uint64_t pending = 0;
  std::uint64_t awaited = 0;  // inside sigwait or a variant of it
  bool suspended = false;     // inside sigsuspend or pause

  // Floating-point control words, while parked.
  std::uint32_t sse_control = 0x1f80;
  std::uint16_t x87_control = 0x37f;

  // The program's side.
  static constexpr std::uint32_t kLookLoop = 0, kYieldLoop = 1;
  LoopHead loops[2];  // of loops without a yield, and with one
  static constexpr std::uint32_t kVisits = 4;
  Visits looks[kVisits] = {};  // that found nothing new, since its last step that was not a look
  std::uint32_t next_look = 0;
  static constexpr std::uint32_t kLongVisits = 32, kPrivateVisits = 8;
  Visits long_looks[kLongVisits] = {};        // since it began, including rounds that changed something
  Visits pauses[kVisits] = {};                // yields, since it began
  Visits private_looks[kPrivateVisits] = {};  // since it began
  std::uint32_t next_pause = 0;
  std::uintptr_t step_pc = 0;   // of its last step
  std::uint64_t looked_at = 0;  // by its last step; 0: it was not a look, or it changed something
  bool looks_too_often = false;
  std::uint32_t yields = 0;         // counted or not (S9)
  std::uint32_t yields_before = 0;  // when the current round began (cycle_detection.h)
  void* cleanups = nullptr;         // pthread_cleanup_push in C, the latest first
  void* (*start)(void*) = nullptr;
  int (*start_c11)(void*) = nullptr;  // thrd_create's, which returns an int
  std::uint32_t robust_held = 0;      // robust mutexes
  void* argument = nullptr;
  void* result = nullptr;
  bool waits_outside = false;             // for another process
  int exit_code = 0;                      // given to quick_exit()
  std::uint64_t stack_limit = 0;          // below it the stack is closed; 0: it has all of its slot
  const void* exit_frame = nullptr;       // of its call of exit(): no frame of the program lies below it
  std::uint64_t clock = kMonotonicStart;  // virtual nanoseconds (S12)
  char name[16] = {};
};

// Whether it has been cancelled and can act on it.
inline bool is_cancelled(const Fiber* fiber) {
  return fiber->cancel_requested && !fiber->cancel_disabled && !fiber->leaving;
}

// T of S2: enabled, and not held back.
inline bool may_run(const Fiber* fiber) { return fiber->enabled && !fiber->held_back; }

// Where fibers live. One per slot, made once and used again in later executions.
// The fiber of a new child of `parent`, or of main if parent is null; nullptr if no slot is free.
Fiber* take_fiber(Fiber* parent);
// All fibers of the last execution return to their slots.
void release_fibers();
// The fiber with this pthread_t; nullptr if it is not one of ours.
Fiber* fiber_of(unsigned long handle);
Fiber* fiber_by_id(std::uint32_t id);
// Its creation path, such as 0.1.2, truncated to the size of the buffer. Slow: for reports.
void write_path(const Fiber* fiber, char* text, std::size_t bytes);
std::uint32_t fiber_count();
// First in creation-path order.
Fiber* first_fiber();
// Its thread_local variables as they were when it began; nullptr: main's, which are ordinary variables.
const void* pristine_tls(const Fiber* fiber);

// Bounds of a slot's stack.
std::uint64_t stack_low(std::uint32_t slot);
std::uint64_t stack_high(std::uint32_t slot);
// Closes what lies below the size that the program asked for, and a margin: instrumented code needs more, and
// so do functions of the runtime. A larger size changes nothing.
void limit_stack(Fiber* fiber, std::size_t bytes);
// Whether an address lies in the guard page below a fiber's stack.
bool in_stack_guard(std::uint64_t address);

void prepare_fibers();

}  // namespace stalemate::rt
