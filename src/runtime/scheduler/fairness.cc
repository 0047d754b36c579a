#include "runtime/scheduler/fairness.h"

#include <algorithm>

#include "model/fairness.h"
#include "model/operations.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/context.h"
#include "runtime/platform/pages.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/scheduler_hooks.h"
#include "runtime/scheduler/stretch.h"

namespace stalemate::rt {

namespace {

Fairness* fairness = nullptr;
Fairness::Set enabled;

void list_enabled() {
  for (std::uint32_t w = 0; w <= (fiber_count() - 1) / 64; ++w) enabled.word[w] = 0;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f->enabled) Fairness::add(enabled, f->id);
}

void hold_back_or_let_go() {
  for (std::uint32_t n = 0; n < fairness->yielders(); ++n) {
    Fiber* fiber = fiber_by_id(fairness->yielder(n));
    const bool held = fairness->holds_back(fiber->id, enabled);
    if (held != fiber->held_back) hold_back(fiber, held);
    if (held && fairness->window_of(fiber->id)->unproven) note_unproven_yield(fiber->step_pc);
  }
}

// Counts a visit. True: the thread has exceeded the number of visits that need no proof.
bool visits_too_often(Visits* all, std::uint32_t& next, const Visits& visit) {
  const std::uint32_t enough = g.channel->config.fair_after;
  for (std::uint32_t n = 0; n < Fiber::kVisits; ++n) {
    Visits& known = all[n];
    if (known.pc != visit.pc || known.object != visit.object || known.value != visit.value) continue;
    known.times += known.times <= enough ? 1 : 0;
    return known.times > enough;
  }
  all[next++ % Fiber::kVisits] = visit;
  return false;
}

// The same for loops that change something in every round. The algorithm of Misra and Gries: a look that
// makes up more than one in 33 of all looks is counted, however many others come between.
bool looks_for_long(Fiber* fiber, const Visits& visit) {
  Visits* unused = nullptr;
  for (Visits& known : fiber->long_looks) {
    if (known.times == 0) {
      unused = &known;
    } else if (known.pc == visit.pc && known.object == visit.object && known.value == visit.value) {
      known.times += known.times <= rounds_of_a_long_loop() ? 1 : 0;
      return known.times > rounds_of_a_long_loop();
    }
  }
  if (unused != nullptr)
    *unused = visit;
  else
    for (Visits& known : fiber->long_looks) --known.times;
  return false;
}

// The thread that has just announced its next step called a yield function.
Yield yield_of_pause(Fiber* self) {
  drop_head(self->loops[Fiber::kLookLoop]);
  forget_looks(self);
  const bool often =
      visits_too_often(self->pauses, self->next_pause, {self->step_pc, stalemate_rt_passed.stack, 0, 1});
  if (comes_round(self->loops[Fiber::kYieldLoop], true)) return Yield::kProven;
  // The first yield of a thread holds nothing back: it needs no proof.
  const Fairness::Window* const window = fairness->window_of(self->id);
  const bool counts = often || window == nullptr || !window->open || g.channel->config.spin_yield == 0;
  return counts ? Yield::kUnproven : Yield::kNone;
}

// The thread has only looked, or has undone its changes: another round may begin.
Yield yield_of_look(Fiber* self) {
  LoopHead& head = self->loops[Fiber::kLookLoop];
  const bool often = self->looked_at != 0 && self->looks_too_often;
  const bool repeats = comes_round(head, false);
  if (!repeats && !often) return Yield::kNone;
  if (self->looked_at != 0 && !head.noted) note_polling(self->step_pc, self->looked_at);
  head.noted = true;
  return repeats ? Yield::kProven : Yield::kUnproven;
}

bool gives_back(OpKind op) {
  return op == OpKind::kUnlock || op == OpKind::kReadUnlock || op == OpKind::kWriteUnlock ||
         op == OpKind::kSemPost;
}

Yield yield_of_last_step() {
  Fiber* self = g.last;
  const bool pauses = yields(g.last_step->op, g.last_step->value);
  if (stretches_used()) take_step_into_stretches();
  if (self->finished || self != g.current) {
    for (LoopHead& head : self->loops) drop_head(head);
    return Yield::kNone;
  }
  if (pauses) return yield_of_pause(self);
  if (g.channel->config.spin_yield == 0) return Yield::kNone;
  return self->looked_at != 0 || gives_back(g.last_step->op) ? yield_of_look(self) : Yield::kNone;
}

}  // namespace

void prepare_fairness() {
  if (fairness == nullptr) fairness = static_cast<Fairness*>(pages(sizeof(Fairness)));
  prepare_stretches();
}

const Fairness& fairness_now() { return *fairness; }

void begin_fairness() {
  fairness->begin(g.channel->config.fair);
  begin_stretches();
}

namespace {

bool is_the_only_enabled() {
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f != g.last && !f->finished && f->enabled) return false;
  return true;
}

// The last thread loops, perhaps until another one has done what it waits in a failed try for.
void leave_for_failed_tries(Yield yield) {
  if (yield == Yield::kNone || g.next_deviation_point != ~0u || !tries_in_vain()) return;
  if (yield == Yield::kUnproven)
    note_unproven_yield(g.last->step_pc);
  else if (!is_the_only_enabled())
    return;
  end_in_failed_tries();
}

}  // namespace

void account_for_last_step() {
  if (g.steps == 0) return;
  const Yield yield = yield_of_last_step();
  leave_for_failed_tries(yield);
  const bool declared = yields(g.last_step->op, g.last_step->value);
  if ((declared || yield != Yield::kNone) && g.timers != 0) note_idle_step();
  // A yield without a proof does not show that the thread makes no progress.
  if (declared || yield == Yield::kProven) ++g.last->yields;
  if (g.channel->config.fair == 0) return;
  if (fairness->idle() && yield == Yield::kNone) return;
  if (g.effects && yield != Yield::kNone) put_effect(g.last, OpKind::kYield, 0, 0);
  list_enabled();
  fairness->stepped(g.last->id, yield, enabled, fiber_count());
  hold_back_or_let_go();
}

std::uint32_t rounds_of_a_long_loop() {
  constexpr std::uint64_t kLonger = 16;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(kLonger * g.channel->config.fair_after, 1u << 31));
}

void forget_looks(Fiber* fiber) {
  fiber->looked_at = 0;
  if (fiber->next_look == 0) return;
  fiber->next_look = 0;
  for (Visits& visit : fiber->looks) visit = Visits{};
}

void note_look(std::uintptr_t pc, const volatile void* object, std::uint64_t value) {
  Fiber* self = g.current;
  self->looked_at = reinterpret_cast<std::uint64_t>(object);
  const std::uint32_t known = self->next_look;
  const Visits visit = {pc, self->looked_at, value, 1};
  const bool too_often = visits_too_often(self->looks, self->next_look, visit);
  self->looks_too_often = looks_for_long(self, visit) || too_often;
  // The thread may begin to repeat itself: stack leftovers of the scheduler must not make rounds differ.
  if (self->next_look == known) stalemate_rt_wipe_stack();
}

}  // namespace stalemate::rt
