#include "runtime/scheduler/spurious_events.h"

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

namespace {

enum Spurious : std::uint8_t { kWakes = 1, kWeakFails = 2, kTryFails = 4 };

bool happens(Spurious spurious, OpKind within) {
  Fiber* self = g.current;
  if ((self->spurious_events & spurious) != 0) {
    self->spurious_events = static_cast<std::uint8_t>(self->spurious_events & ~spurious);
    return false;
  }
  if (choose_value(2, within) == 0) return false;
  self->spurious_events = static_cast<std::uint8_t>(self->spurious_events | spurious);
  return true;
}

}  // namespace

bool wakes_for_no_reason(OpKind within) { return g.channel->config.spurious != 0 && happens(kWakes, within); }

bool weak_swap_fails(OpKind within) { return g.channel->config.weak_cas != 0 && happens(kWeakFails, within); }

bool try_fails(OpKind within) { return g.channel->config.try_fails != 0 && happens(kTryFails, within); }

}  // namespace stalemate::rt
