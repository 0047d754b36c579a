// The scheduling point (S1): a fiber announces its next step and passes; the scheduler chooses the next
// thread, logs the step and switches. Code that changes enabledness also updates the enabled sets.
//
// Use, inside an interposed function, while g.active:
//     announce(kind, object, pc);          // the next step
//     pass(enabled);                       // returns when this fiber has been chosen
//     ... perform it ...
#pragma once

#include <cstdint>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "runtime/log/record.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

struct SyncObject;

inline void announce(OpKind op, std::uint64_t object, std::uintptr_t pc) {
  Fiber* self = g.current;
  if (self->cancel_requested) [[unlikely]]
    announce_cancelled(self);
  self->op = op;
  self->object = object;
  self->pc = pc;
  self->swaps_at = {};
  self->new_bytes = 0;
  self->private_run = 0;
  if (g.detailed) [[unlikely]] {
    if (g.traced) log_stored();
    take_call_stack(self, pc);
  }
}

// Sets a fiber's enabledness, and logs it if it is a change.
void change_enabled(Fiber* fiber, bool enabled, bool timed);
inline void set_enabled(Fiber* fiber, bool enabled, bool timed = false) {
  if (fiber->enabled != enabled || fiber->timed != (timed && enabled) || fiber->set_aside)
    change_enabled(fiber, enabled, timed && enabled);
}

// Ignores the step that was set aside for a signal handler.
void override_enabled(Fiber* fiber, bool enabled, bool timed);

// Holds an enabled fiber back until others have run, or releases it (S9).
void hold_back(Fiber* fiber, bool held);

// Lets the scheduler choose. Returns when the current fiber has been chosen.
// `on`: what the step may block on (nullptr if nothing); the fiber is on its list of waiters meanwhile.
extern "C" bool stalemate_rt_pass(SyncObject* on, bool enabled, bool timed);
// The same, after noting where the thread continues (stretch.h, state_log.h).
extern "C" void stalemate_rt_pass_noting(SyncObject* on, bool enabled, bool timed);
inline void pass(SyncObject* on, bool enabled, bool timed = false) {
  stalemate_rt_pass_noting(on, enabled, timed);
}
inline void pass_enabled() { pass(nullptr, true); }
// For a step that waits for another process, which may wait for the program in turn: it becomes enabled when
// no thread of the program can run. Performing it is a call that really blocks.
void pass_outside();

// Whether the step that a fiber has announced on an object can happen now.
using Ready = bool (*)(const SyncObject* on, const Fiber* fiber);
// The same for a step whose enabledness is a rule on the state of its object. Code that changes that state
// calls refresh_waiters. `timed`: while it is not ready, the step may still happen, and times out.
void pass_when(SyncObject* on, Ready ready, bool timed = false);
void refresh(Fiber* waiter);
void refresh_waiters(SyncObject* on);

// A data choice (S5): 0..n-1. `within`: the step that it belongs to; kNone: the program requested it.
std::uint32_t choose_value(std::uint32_t n, OpKind within = OpKind::kNone);

// The current fiber has ended; switches to another fiber and never returns.
[[noreturn]] void finish_current();
// A new fiber that will run start(argument); its creator is the current fiber. nullptr: no more threads.
Fiber* create_fiber(void* (*start)(void*), void* argument);
// Begins the execution: main's fiber runs entry(nullptr); returns when every fiber has finished.
void run_main(void (*entry)(void*));
// The same for a program that already runs: the running stack becomes main's.
void adopt_main();

// Updates the enabledness of fibers whose announced step depends on `on`.
void enable_waiters(SyncObject* on);
void disable_waiters(SyncObject* on);

// Virtual time flows along dependence (S12).
void meet_clock(std::uint64_t& clock);

}  // namespace stalemate::rt
