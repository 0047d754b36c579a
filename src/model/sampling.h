// What the sampling tails draw (wire::Tail::kPct, kPos): pure functions of the item's seed, of a thread's
// creation path and of how often that thread has drawn, so that the same seed gives the same schedule
// everywhere. Shared by the worker and by the toy systems of the tests.
#pragma once

#include <cstdint>

#include "model/operations.h"
#include "model/wire/wire.h"

namespace stalemate::sampling {

// Items with these tails are samples: their data choices are drawn from the seed as well.
constexpr bool draws(wire::Tail tail) {
  return tail == wire::Tail::kRandom || tail == wire::Tail::kPct || tail == wire::Tail::kPos;
}

// splitmix64's finaliser over both.
constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t z = seed + (value + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

constexpr std::uint64_t drawn(std::uint64_t seed, std::uint64_t path, std::uint64_t count) {
  return mixed(mixed(seed, path), count);
}

// ---- pct: Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, Section 2.2

// The state of a thread for pct.
struct PctThread {
  std::uint64_t path = 0;     // a hash of it
  std::uint32_t steps = 0;    // of this thread
  std::uint32_t demoted = 0;  // number of its last change point; 0: none
};

// The paper draws a permutation of d..d+n; independently drawn numbers have the same order, and threads need
// not be known in advance. Demoted threads are below all others.
constexpr std::uint64_t pct_priority(std::uint64_t seed, const PctThread& thread) {
  constexpr std::uint64_t kUndisturbed = std::uint64_t{1} << 63;
  return thread.demoted != 0 ? thread.demoted : kUndisturbed | drawn(seed, thread.path, 0) >> 1;
}

// A timed wait that can end only by its timeout would end at once if its thread had the highest priority, and
// a polling loop would never let another thread run. So a coin is tossed for each wait: either the timeout is
// an ordinary step, or it happens only if no other thread can run.
constexpr bool pct_waits(std::uint64_t seed, const PctThread& thread) {
  return (drawn(seed, thread.path, std::uint64_t{1} + thread.steps) >> 63) != 0;
}

// The change point at the step-th step of the execution, counted from 1; 0: there is none. Of several the
// last counts, as in the paper.
constexpr std::uint32_t pct_change_at(std::uint64_t seed, std::uint32_t step, std::uint32_t length,
                                      std::uint32_t changes) {
  constexpr std::uint64_t kChanges = 0x6368616e6765;  // no thread's path
  if (step > length) return 0;
  for (std::uint32_t i = changes; i > 0; --i) {
    const std::uint64_t high = drawn(seed, kChanges, i) >> 32;
    if (1 + static_cast<std::uint32_t>(high * length >> 32) == step) return i;
  }
  return 0;
}

// ---- pos: Yuan, Yang, Gu, CAV 2018, Algorithm 2

// Two announced steps of which the first one taken makes the other draw again: they do not commute.
constexpr bool race(OpKind a, std::uint64_t a_object, OpKind b, std::uint64_t b_object) {
  return a_object == b_object && a_object != 0 && !(commutes_with_itself(a) && commutes_with_itself(b));
}

// Of a thread's announced step; `draws` grows with each of its steps and with every lost race.
constexpr std::uint64_t pos_priority(std::uint64_t seed, std::uint64_t path, std::uint32_t draws) {
  return drawn(seed, path, draws);
}

}  // namespace stalemate::sampling
