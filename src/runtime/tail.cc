#include "runtime/tail.h"

#include "runtime/fiber.h"
#include "runtime/state.h"

namespace stalemate::rt {

namespace {

// xorshift64*: the same everywhere, so that a seed means the same schedule on every machine.
std::uint64_t next_random() {
  g.random ^= g.random >> 12;
  g.random ^= g.random << 25;
  g.random ^= g.random >> 27;
  return g.random * 0x2545f4914f6cdd1du;
}

Fiber* random_enabled() {
  std::uint32_t enabled = 0;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) enabled += f->enabled ? 1 : 0;
  if (enabled == 0) return nullptr;
  std::uint32_t skip = random_below(enabled);
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f->enabled && skip-- == 0) return f;
  return nullptr;
}

// Behind the last thread by creation path, cyclically; itself, if it only waits for its timeout, at the end.
Fiber* next_in_turn() {
  for (Fiber* f = g.last->path_next; f != nullptr; f = f->path_next)
    if (f->enabled) return f;
  return least_enabled();
}

bool may_continue(const Fiber* last) { return last->enabled && !last->timed; }

}  // namespace

std::uint32_t random_below(std::uint32_t n) {
  return static_cast<std::uint32_t>((next_random() >> 32) * n >> 32);
}

Fiber* least_enabled() {
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f->enabled) return f;
  return nullptr;
}

Fiber* follow_tail() {
  switch (g.tail) {
    case wire::Tail::kContinue: return may_continue(g.last) ? g.last : least_enabled();
    case wire::Tail::kLeast: return least_enabled();
    case wire::Tail::kInTurn: return may_continue(g.last) ? g.last : next_in_turn();
    case wire::Tail::kRandom:
    case wire::Tail::kPct:
    case wire::Tail::kPos: return random_enabled();
  }
  return nullptr;
}

}  // namespace stalemate::rt
