#include "runtime/scheduler/tail.h"

#include "model/sampling.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"

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
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) enabled += may_run(f) ? 1 : 0;
  if (enabled == 0) return nullptr;
  std::uint32_t skip = random_below(enabled);
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (may_run(f) && skip-- == 0) return f;
  return nullptr;
}

// The next thread by creation path, cyclically; the last thread comes last if it only waits for its timeout.
Fiber* next_in_turn() {
  for (Fiber* f = g.last->path_next; f != nullptr; f = f->path_next)
    if (may_run(f)) return f;
  return least_enabled();
}

sampling::PctThread pct_thread(const Fiber* f) { return {f->path_hash, f->draws, f->demoted}; }

// Ties, if there are any, go to the least path. nullptr: only threads remain whose coin makes them wait.
Fiber* highest_priority(bool also_waiting) {
  Fiber* highest = nullptr;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    if (!may_run(f)) continue;
    if (f->timed && !also_waiting && sampling::pct_waits(g.seed, pct_thread(f))) continue;
    if (highest == nullptr ||
        sampling::pct_priority(g.seed, pct_thread(f)) > sampling::pct_priority(g.seed, pct_thread(highest)))
      highest = f;
  }
  return highest;
}

Fiber* highest_priority() {
  Fiber* chosen = highest_priority(false);
  if (chosen == nullptr) chosen = highest_priority(true);
  if (chosen == nullptr) return nullptr;
  const std::uint32_t change = sampling::pct_change_at(g.seed, g.steps + 1, g.length, g.changes);
  if (change != 0) chosen->demoted = change;
  ++chosen->draws;
  return chosen;
}

std::uint64_t step_priority(const Fiber* f) { return sampling::pos_priority(g.seed, f->path_hash, f->draws); }

Fiber* highest_step() {
  Fiber* chosen = nullptr;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (may_run(f) && (chosen == nullptr || step_priority(f) > step_priority(chosen))) chosen = f;
  if (chosen == nullptr) return nullptr;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f == chosen || (f->enabled && sampling::race(chosen->op, chosen->object, f->op, f->object)))
      ++f->draws;
  return chosen;
}

bool may_continue(const Fiber* last) { return may_run(last) && !last->timed; }

}  // namespace

std::uint32_t random_below(std::uint32_t n) {
  return static_cast<std::uint32_t>((next_random() >> 32) * n >> 32);
}

Fiber* least_enabled() {
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (may_run(f)) return f;
  return nullptr;
}

Fiber* follow_tail() {
  switch (g.tail) {
    case wire::Tail::kContinue: return may_continue(g.last) ? g.last : least_enabled();
    case wire::Tail::kLeast: return least_enabled();
    case wire::Tail::kInTurn: return may_continue(g.last) ? g.last : next_in_turn();
    case wire::Tail::kRandom: return random_enabled();
    case wire::Tail::kPct: return highest_priority();
    case wire::Tail::kPos: return highest_step();
  }
  return nullptr;
}

}  // namespace stalemate::rt
