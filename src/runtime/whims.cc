#include "runtime/whims.h"

#include "runtime/fiber.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"

namespace stalemate::rt {

namespace {

enum Whim : std::uint8_t { kWakes = 1, kWeakFails = 2, kTryFails = 4 };

bool happens(Whim whim, OpKind within) {
  Fiber* self = g.current;
  if ((self->whims & whim) != 0) {
    self->whims = static_cast<std::uint8_t>(self->whims & ~whim);
    return false;
  }
  if (choose_value(2, within) == 0) return false;
  self->whims = static_cast<std::uint8_t>(self->whims | whim);
  return true;
}

}  // namespace

bool wakes_for_no_reason(OpKind within) { return g.channel->config.spurious != 0 && happens(kWakes, within); }

bool weak_swap_fails(OpKind within) { return g.channel->config.weak_cas != 0 && happens(kWeakFails, within); }

bool try_fails(OpKind within) { return g.channel->config.try_fails != 0 && happens(kTryFails, within); }

}  // namespace stalemate::rt
