// Where the theorems of fair scheduling end: small systems that show that nothing more holds, for every k-th
// yield.
#include <gtest/gtest.h>

#include "fair_product.h"

namespace stalemate::toy {
namespace {

// So many yields in a row, then a step; the other thread has one step.
System yields_then_step(std::uint32_t yields) {
  System system{{{0, false, {}}, {1, false, {go(0, 1)}}}, 1};
  std::uint32_t at = 0;
  for (; at < yields; ++at) system.threads[0].transitions.push_back(yield(at, at + 1));
  system.threads[0].transitions.push_back(go(at, at + 1));
  return system;
}

bool visits_all(const System& system, std::uint32_t every) {
  const Space space = states_of(system);
  const std::optional<Product> product = fair_product(system, space, every);
  for (std::uint32_t state = 0; state < space.states.size(); ++state)
    if (!product->visits(state)) return false;
  return true;
}

// Theorem 5: with 2k - 1 yields every state is visited; after the 2k-th in a row, the other thread goes
// first.
TEST(FairLimits, AStateBehindTwoYieldsMayBeMissed) {
  for (const std::uint32_t k : {1u, 2u, 3u}) {
    EXPECT_TRUE(visits_all(yields_then_step(2 * k - 1), k));
    EXPECT_FALSE(visits_all(yields_then_step(2 * k), k));
  }
}

// t yields `before` times, and then goes round with `around` yields and a step that sets x; u is to unset x
// then: if it comes before x is set, it ends. The only infinite execution is the fair cycle of t's round and
// u's step.
System livelock(std::uint32_t before, std::uint32_t around) {
  System system{{{0, false, {}}, {1, false, {}}}, 1};
  std::uint32_t at = 0;
  for (; at < before; ++at) system.threads[0].transitions.push_back(yield(at, at + 1));
  const std::uint32_t first = at;
  for (; at < before + around; ++at) system.threads[0].transitions.push_back(yield(at, at + 1));
  system.threads[0].transitions.push_back(go(at, first));
  system.threads[0].transitions.back().sets = kSet;
  for (Transition& t : system.threads[0].transitions) t.when = kUnset;
  Transition unset = go(0, 0), end = go(0, 1);
  unset.when = kSet;
  unset.sets = end.when = kUnset;
  system.threads[1].transitions = {unset, end};
  return system;
}

bool finds_livelock(const System& system, std::uint32_t every) {
  const Space space = states_of(system);
  EXPECT_TRUE(has_fair_execution(space.graph));
  return has_cycle(fair_product(system, space, every)->graph);
}

// Theorem 6: a livelock of at most k yields a round is found, one of k + 1 may not be: where the second yield
// of one round closes a window, t gives way before it sets x.
TEST(FairLimits, ALivelockOfTwoYieldsARoundMayBeMissed) {
  for (const std::uint32_t k : {1u, 2u, 3u}) {
    EXPECT_TRUE(finds_livelock(livelock(0, k), k)) << k;
    EXPECT_FALSE(finds_livelock(livelock(0, k + 1), k)) << k;
  }
}

// Theorem 6: nor one behind k yields, which leave a window open that the first round closes.
TEST(FairLimits, ALivelockBehindAYieldMayBeMissed) {
  for (const std::uint32_t k : {1u, 2u, 3u}) {
    EXPECT_TRUE(finds_livelock(livelock(k - 1, k), k)) << k;
    EXPECT_FALSE(finds_livelock(livelock(k, k), k)) << k;
  }
}

// Theorem 2 needs good samaritans: a thread that spins without a yield is never held back.
TEST(FairLimits, ASelfishSpinLoopNeverEnds) {
  Transition spin = go(0, 0), leave = go(0, 1), set = go(0, 1);
  spin.when = kUnset;
  leave.when = set.sets = kSet;
  System system{{{0, false, {set}}, {1, false, {spin, leave}}}, 1};
  const Space space = states_of(system);
  EXPECT_FALSE(has_fair_execution(space.graph));
  EXPECT_TRUE(has_cycle(fair_product(system, space, 1)->graph));
  system.threads[1].transitions[0].yields = true;
  EXPECT_FALSE(has_cycle(fair_product(system, states_of(system), 1)->graph));
}

}  // namespace
}  // namespace stalemate::toy
