#include "runtime/scheduler/scheduler.h"

#include "model/operations.h"
#include "model/sampling.h"
#include "model/wire/layout.h"
#include "runtime/core/ending.h"
#include "runtime/core/floating_point.h"
#include "runtime/log/call_stack.h"
#include "runtime/platform/context.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/tail.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

State g;

namespace {

// The choice that the item prescribes at this point.
std::uint32_t take_deviation() {
  const std::uint32_t choice = g.deviation->choice;
  ++g.deviation;
  g.next_deviation_point = g.deviation == g.deviations_end ? ~0u : g.deviation->point;
  return choice;
}

// No thread is enabled: whether an event outside the program enables one.
bool wake_from_outside() { return wake_io_waits() || wake_shared_waits(); }

void reach_depth(bool in_step) {
  if (g.walks_on) {
    g.tail = wire::Tail::kRandom;
    g.cut_points = ~0u;
    return;
  }
  if (least_enabled() == nullptr) end_in_failed_tries();
  if (least_enabled() == nullptr && !wake_from_outside()) end_in_deadlock();  // at its end, not beyond it
  end_execution({wire::Outcome::kCut, "", 0, 0, in_step});
}

// `in_step`: a data point, where the running thread continues its step.
inline void begin_point(bool in_step) {
  if (g.points >= g.cut_points) [[unlikely]]
    reach_depth(in_step);
  if (g.write >= g.write_end) [[unlikely]]
    end_beyond_capacity("more records than a log has room for", in_step);
}

// No thread can take a step: now a timer expires, or the first thread that waits for the outside runs.
void let_outsider_go() {
  if (least_enabled() == nullptr && g.points != g.next_deviation_point) end_in_failed_tries();
  const bool stuck = least_enabled() == nullptr && !wake_from_outside();
  if (g.timers != 0 && expire_timers(stuck)) return;
  if (!stuck) return;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f->waits_outside) return set_enabled(f, true, true);
}

// The thread that an item prescribes. One that awaits may run: its iteration changes nothing.
Fiber* prescribed(std::uint32_t wanted) {
  Fiber* const chosen = fiber_by_id(wanted);
  if (chosen == nullptr) return nullptr;
  if (awaits(chosen)) {
    is_prescribed(chosen);
    set_enabled(chosen, true);
  }
  if (!chosen->enabled && least_enabled() == nullptr) wake_from_outside();
  return may_run(chosen) ? chosen : nullptr;
}

Fiber* choose() {
  renew_awaits();
  account_for_last_step();
  if ((g.outsiders | g.timers) != 0) [[unlikely]]
    let_outsider_go();
  begin_point(false);
  if (g.states) [[unlikely]]
    log_state();
  if (g.steps >= g.next_look) [[unlikely]]
    look_for_divergence();
  Fiber* chosen;
  if (g.points == g.next_deviation_point) [[unlikely]] {
    const std::uint32_t wanted = take_deviation();
    chosen = prescribed(wanted);
    if (chosen == nullptr) end_diverged(wanted);
  } else {
    chosen = follow_tail();
    if (chosen == nullptr) end_in_failed_tries();
    if (chosen == nullptr && (wake_from_outside() || release_awaits())) chosen = follow_tail();
    if (chosen == nullptr) [[unlikely]]
      end_in_deadlock();
  }
  ++g.points;
  ++g.steps;
  g.last = chosen;
  chosen->step_pc = chosen->pc;
  chosen->looked_at = 0;
  if (chosen->next_look != 0 && !may_poll(chosen->op)) forget_looks(chosen);
  if (chosen->op != OpKind::kLoad) chosen->tries = false;
  g.last_step = g.write;
  put({wire::RecordKind::kStep, chosen->op, static_cast<std::uint16_t>(chosen->id), 0, chosen->object});
  auto& progress = g.channel->progress;  // one writer: no locked instruction needed
  progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (g.detailed) [[unlikely]]
    put_frames(chosen, chosen->pc);
  return chosen;
}

void switch_from(void** save, Fiber* to) {
  if (g.signals) [[unlikely]]
    exchange_masks(g.current, to);
  if (g.floating_point) [[unlikely]]
    exchange_floating_point(g.current, to);
  g.current = to;
  if (racing.now != 0) run_clock(to->id);
  if (stretches_used()) choose_tracked(to);
  set_thread_pointer(to->tcb);
  stalemate_rt_switch(save, to->stack_pointer);
}

[[noreturn]] void fiber_main(void* argument) {
  Fiber* self = static_cast<Fiber*>(argument);
  if (g.signals) deliver_pending();
  self->result = self->start(self->argument);
  end_thread();
}

}  // namespace

namespace {

void put_enabled(const Fiber* fiber, bool enabled) {
  const auto kind = enabled ? wire::RecordKind::kEnabled : wire::RecordKind::kDisabled;
  const bool timed = enabled && fiber->timed;
  put({kind, OpKind::kNone, static_cast<std::uint16_t>(fiber->id), timed ? 1u : 0u, 0});
}

// Disabled in any case; whether other threads or only fairness block it is part of fairness (E, D).
void put_held_back(const Fiber* fiber) {
  const std::uint32_t why = fiber->enabled ? wire::kHeldBack : 0;
  put({wire::RecordKind::kDisabled, OpKind::kNone, static_cast<std::uint16_t>(fiber->id), why, 0});
}

}  // namespace

void change_enabled(Fiber* fiber, bool enabled, bool timed) {
  // A cancelled thread can be blocked only by the mutex of its condition wait.
  if (!enabled && fiber->cancellable && fiber->op != OpKind::kReacquire && is_cancelled(fiber)) return;
  if (fiber->set_aside) {
    fiber->aside_enabled = enabled;
    fiber->aside_timed = timed;
    return;
  }
  override_enabled(fiber, enabled, timed);
}

void override_enabled(Fiber* fiber, bool enabled, bool timed) {
  if (fiber->enabled == enabled && fiber->timed == timed) return;
  fiber->enabled = enabled;
  fiber->timed = timed;
  if (fiber->held_back)
    put_held_back(fiber);
  else
    put_enabled(fiber, enabled);
}

void hold_back(Fiber* fiber, bool held) {
  fiber->held_back = held;
  if (!fiber->enabled) return;
  held ? put_held_back(fiber) : put_enabled(fiber, true);
}

namespace {

// A step inside a handler that has set another step aside, which keeps its places in the lists.
void pass_in_handler(Fiber* self, SyncObject* on, bool enabled, bool timed) {
  if (on != nullptr || (!enabled && !self->suspended))
    fail(wire::Outcome::kMisuse, self->pc,
         "a signal handler that interrupted another wait calls %s, which may wait", name_of(self->op));
  override_enabled(self, enabled, timed && enabled);
  Fiber* chosen = choose();
  if (chosen != self) switch_from(&self->stack_pointer, chosen);
}

// In a program with signals: handlers run first, each time the thread is chosen for one.
void pass_interruptible(SyncObject* on, bool enabled, bool timed) {
  Fiber* self = g.current;
  if (self->in_handler) return pass_in_handler(self, on, enabled, timed);
  set_enabled(self, enabled, timed);
  self->on = on;
  accept_outside_signals();
  Fiber* chosen = choose();
  if (chosen != self || self->set_aside) {
    if (on != nullptr) link_waiter(on, self);
    if (chosen != self) switch_from(&self->stack_pointer, chosen);
    while (self->set_aside) {
      run_interruption();
      chosen = choose();
      if (chosen != self) switch_from(&self->stack_pointer, chosen);
    }
    if (self->on != nullptr) unlink_waiter(on, self);
  }
  self->on = nullptr;
}

}  // namespace

// True: what the scheduler has left on the stack must not appear in the program's next frames.
extern "C" bool stalemate_rt_pass(SyncObject* on, bool enabled, bool timed) {
  Fiber* self = g.current;
  if (g.states) [[unlikely]]
    self->passed = stalemate_rt_passed;
  if (g.exiting) [[unlikely]] {  // exit handlers belong to the exit step
    if (!enabled) end_in_deadlock();
    g.last_step = g.write;  // notes on unscheduled operations are dropped
    return false;
  }
  if (g.signals) [[unlikely]] {
    pass_interruptible(on, enabled, timed);
    return racing.tracked;
  }
  set_enabled(self, enabled, timed);
  self->on = on;
  Fiber* chosen = choose();
  if (chosen != self) {
    if (on != nullptr) link_waiter(on, self);
    switch_from(&self->stack_pointer, chosen);
    if (self->on != nullptr) unlink_waiter(on, self);
  }
  self->on = nullptr;
  if (g.records_values) [[unlikely]]
    wipe_stack();
  return g.states || racing.tracked || may_yield(self->op);
}

void pass_when(SyncObject* on, Ready ready, bool timed) {
  Fiber* self = g.current;
  const bool now = ready(on, self);
  self->ready = ready;
  self->may_time_out = timed;
  pass(on, now || timed, !now || self->gave_up);
  self->ready = nullptr;
}

void pass_outside() {
  Fiber* self = g.current;
  self->waits_outside = true;
  ++g.outsiders;
  pass(nullptr, false);
  --g.outsiders;
  self->waits_outside = false;
}

std::uint32_t choose_value(std::uint32_t n, OpKind within) {
  if (g.exiting) return 0;
  if (g.traced) [[unlikely]]
    log_stored();
  begin_point(true);
  if (g.points >= g.channel->config.step_limit) [[unlikely]]
    end_beyond_capacity("more steps and values chosen than --steps");
  std::uint32_t value = 0;
  if (g.points == g.next_deviation_point) {
    value = take_deviation();
    if (value >= n) end_diverged_in_choice(value, n);
  } else if (sampling::draws(g.tail)) {
    value = random_below(n);
  }
  ++g.points;
  put({wire::RecordKind::kChoice, within, static_cast<std::uint16_t>(g.current->id), value, n});
  return value;
}

void finish_current() {
  Fiber* self = g.current;
  look_at_floating_point();
  if (g.traced) [[unlikely]]
    log_stored();
  self->finished = true;
  self->enabled = false;
  put({wire::RecordKind::kDisabled, OpKind::kNone, static_cast<std::uint16_t>(self->id), wire::kFinished, 0});
  if (self->joiner != nullptr) set_enabled(self->joiner, true);
  if (Fiber* const main = first_fiber(); main->left && g.unfinished == 2) set_enabled(main, true);
  if (--g.unfinished == 0) {
    g.active = false;
    set_thread_pointer(g.main_tcb);
    stalemate_rt_switch(&self->stack_pointer, g.loop_stack);
  } else {
    switch_from(&self->stack_pointer, choose());
  }
  __builtin_unreachable();
}

Fiber* create_fiber(void* (*start)(void*), void* argument) {
  Fiber* fiber = take_fiber(g.current);
  if (fiber == nullptr) return nullptr;
  fiber->start = start;
  fiber->argument = argument;
  fiber->clock = g.current->clock;
  if (g.signals) fiber->signal_mask = mask_of(g.current);
  inherit_floating_point(fiber);
  fiber->op = OpKind::kStart;
  fiber->object = fiber->slot;
  fiber->pc = reinterpret_cast<std::uintptr_t>(start) + 1;
  fiber->stack_pointer = prepare_stack(reinterpret_cast<void*>(stack_high(fiber->slot)), fiber_main, fiber);
  ++g.unfinished;
  if (racing.now != 0) fork_clock(fiber->id);
  g.last_step->value = fiber->id;
  g.last_step->object = fiber->slot;
  set_enabled(fiber, true);
  return fiber;
}

void adopt_main() {
  Fiber* main = take_fiber(nullptr);
  g.current = g.last = main;
  g.unfinished = 1;
  main->enabled = true;
  put({wire::RecordKind::kEnabled, OpKind::kNone, 0, 0, 0});
  g.active = true;
}

void run_main(void (*entry)(void*)) {
  adopt_main();
  Fiber* main = g.current;
  call_stacks_end_at(reinterpret_cast<const void*>(fiber_main));
  call_stacks_end_at(reinterpret_cast<const void*>(entry));
  main->stack_pointer = prepare_stack(reinterpret_cast<void*>(stack_high(0)), entry, nullptr);
  stalemate_rt_switch(&g.loop_stack, main->stack_pointer);
}

void refresh(Fiber* waiter) {
  const bool now = waiter->ready(waiter->on, waiter);
  set_enabled(waiter, now || waiter->may_time_out, !now || waiter->gave_up);
}

void refresh_waiters(SyncObject* on) {
  for (Fiber* f = on->waiters; f != nullptr; f = f->wait_next) refresh(f);
}

void enable_waiters(SyncObject* on) {
  for (Fiber* f = on->waiters; f != nullptr; f = f->wait_next) set_enabled(f, true);
}

void disable_waiters(SyncObject* on) {
  for (Fiber* f = on->waiters; f != nullptr; f = f->wait_next) set_enabled(f, false);
}

void meet_clock(std::uint64_t& clock) {
  std::uint64_t& own = g.current->clock;
  if (clock > own)
    own = clock;
  else
    clock = own;
}

}  // namespace stalemate::rt
