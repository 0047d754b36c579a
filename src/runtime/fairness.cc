#include "runtime/fairness.h"

#include "model/dependence.h"
#include "model/fairness.h"
#include "runtime/effects.h"
#include "runtime/fiber.h"
#include "runtime/ledger.h"
#include "runtime/pages.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"
#include "runtime/timers.h"

namespace stalemate::rt {

namespace {

Fairness* fairness = nullptr;
Fairness::Set enabled;
bool polled = false;  // the step under way is one of a polling loop

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
  }
}

}  // namespace

void prepare_fairness() {
  if (fairness == nullptr) fairness = static_cast<Fairness*>(pages(sizeof(Fairness)));
}

const Fairness& fairness_now() { return *fairness; }

void begin_fairness() {
  fairness->begin(g.channel->config.fair);
  polled = false;
}

void account_for_last_step() {
  const bool by_polling = polled;
  const bool yielded = by_polling || (g.steps != 0 && yields(g.last_step->op, g.last_step->value));
  polled = false;
  if (yielded && g.timers != 0) note_idle_step();
  if (fairness->idle() && !yielded) return;
  if (yielded) ++g.last->yields;
  if (g.effects && by_polling && g.channel->config.fair != 0) put_effect(g.last, OpKind::kYield, 0, 0);
  list_enabled();
  fairness->stepped(g.last->id, yielded, enabled, fiber_count());
  hold_back_or_let_go();
}

void forget_polls(Fiber* fiber) {
  if (fiber->next_poll == 0) return;
  fiber->next_poll = 0;
  for (Poll& poll : fiber->polls) poll = Poll{};
}

void note_poll(std::uintptr_t pc, const volatile void* object, std::uint64_t value) {
  if (g.channel->config.spin_yield == 0) return;
  constexpr std::uint32_t kTimes = 3;  // a loop that looks twice may be an honest one
  Fiber* self = g.current;
  const auto address = reinterpret_cast<std::uint64_t>(object);
  for (Poll& poll : self->polls) {
    if (poll.pc != pc || poll.object != address || poll.value != value) continue;
    if (++poll.times < kTimes) return;
    polled = true;
    // A loop that yields itself, or one of whose reads has been taken for a yield, needs no note.
    if (poll.times == kTimes && poll.yields == self->yields) note_polling(pc, address);
    return;
  }
  self->polls[self->next_poll++ % Fiber::kPolls] = {pc, address, value, 1, self->yields};
}

}  // namespace stalemate::rt
