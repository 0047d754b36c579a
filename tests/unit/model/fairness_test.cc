// The scheduler against Algorithm 1 of the second paper, written down as it is printed, on random runs.
#include "model/fairness.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "algorithm_as_printed.h"
#include "fair_product.h"

namespace stalemate {
namespace {

using toy::bits_of;
using toy::Threads;

struct Run {
  std::uint32_t threads = 2, every = 1, steps = 60;
  double yields = 0.5, changes = 0.3;
};

Threads those(std::initializer_list<std::uint32_t> numbers) {
  Threads threads;
  for (const std::uint32_t t : numbers) threads.set(t);
  return threads;
}

std::uint32_t one_of(const Threads& threads, std::mt19937& random) {
  std::size_t n = random() % threads.count();
  std::uint32_t t = 0;
  while (!threads[t] || n-- != 0) ++t;
  return t;
}

void compare(std::mt19937& random, const Run& run) {
  auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; };
  Threads tid;
  for (std::uint32_t t = 0; t < run.threads; ++t) tid.set(t);
  AsPrinted printed(tid, run.every);
  const auto fairness = std::make_unique<Fairness>();
  fairness->begin(run.every);
  std::uint32_t exist = 1;
  Threads enabled = those({0});
  for (std::uint32_t i = 0; i < run.steps && enabled.any(); ++i) {
    const Threads may = printed.may_run(enabled);
    ASSERT_TRUE(may.any()) << "T is empty though somebody is enabled: Theorem 3";
    for (std::uint32_t u = 0; u < exist; ++u)
      ASSERT_EQ(enabled[u] && !fairness->holds_back(u, bits_of(enabled)), may[u])
          << "thread " << u << ", step " << i;
    const std::uint32_t t = one_of(may, random);
    Threads next = enabled;
    if (exist < run.threads && chance(0.3)) next.set(exist++);
    for (std::uint32_t u = 0; u < exist; ++u)
      if (chance(run.changes)) next.set(u, chance(0.5));
    const bool yields = chance(run.yields);
    printed.step(t, yields, enabled, next);
    if (!fairness->idle() || yields)
      fairness->stepped(t, yields ? Yield::kProven : Yield::kNone, bits_of(next), exist);
    ASSERT_TRUE(printed.acyclic());
    enabled = next;
  }
}

TEST(Fairness, HoldsBackWhomTheAlgorithmAsPrintedHoldsBack) {
  std::mt19937 random(3);
  for (std::uint32_t run = 0; run < 600; ++run)
    compare(random, {2 + run % 6, 1 + run % 3, 60, run % 4 == 0 ? 0.9 : 0.4, run % 5 == 0 ? 0.05 : 0.3});
}

TEST(Fairness, KnowsMoreThreadsThanAWordHasBits) {
  std::mt19937 random(4);
  for (std::uint32_t run = 0; run < 6; ++run) compare(random, {150, 1, 400, 0.6, 0.02});
}

TEST(Fairness, HoldsNobodyBackWithoutYields) {
  std::mt19937 random(5);
  for (std::uint32_t run = 0; run < 50; ++run)
    compare(random, {4, run % 2, 60, run % 2 == 0 ? 0.5 : 0.0, 0.3});
}

// Figure 4: the spin loop of Figure 3, of which the scheduler runs u as long as it may.
//
//   thread t: a: x = 1;  b:          thread u: c: while (x != 1)  d: yield;  e:
struct Figure4 : testing::Test {
  static constexpr std::uint32_t t = 0, u = 1;

  void SetUp() override { fairness->begin(1); }

  // A step from a state of (ES) to one of (enabled), both by Fairness and as printed.
  void step(std::uint32_t thread, bool yields, std::initializer_list<std::uint32_t> enabled) {
    printed.step(thread, yields, ES, those(enabled));
    ES = those(enabled);
    fairness->stepped(thread, yields ? Yield::kProven : Yield::kNone, bits_of(ES), 2);
  }

  // The emulation's columns: P (all of it leads from u), S(u), D(u), E(u), and T.
  void expect(std::initializer_list<std::uint32_t> P, std::initializer_list<std::uint32_t> S,
              std::initializer_list<std::uint32_t> D, std::initializer_list<std::uint32_t> E,
              std::initializer_list<std::uint32_t> T) {
    EXPECT_EQ(printed.P[u], those(P));
    EXPECT_EQ(printed.S[u], those(S));
    EXPECT_EQ(printed.D[u], those(D));
    EXPECT_EQ(printed.E[u], those(E));
    EXPECT_EQ(printed.may_run(ES), those(T));
    for (const std::uint32_t v : {t, u})
      EXPECT_EQ(!fairness->holds_back(v, bits_of(ES)), those(T)[v] || !ES[v]) << v;
    const Fairness::Window* window = fairness->window_of(u);
    if (window == nullptr || !window->open) return;  // the first window begins after the first yield
    EXPECT_EQ(window->waits_for.word[0], those(P).to_ullong());
    EXPECT_EQ(window->scheduled.word[0], those(S).to_ullong());
    EXPECT_EQ(window->disabled.word[0], those(D).to_ullong());
    EXPECT_EQ(window->always.word[0], those(E).to_ullong());
  }

  std::unique_ptr<Fairness> fairness = std::make_unique<Fairness>();
  AsPrinted printed{those({t, u}), 1};
  Threads ES = those({t, u});
};

TEST_F(Figure4, IsEmulatedStateByState) {
  expect({}, {t, u}, {t, u}, {}, {t, u});  // (a,c): P is empty; S(u) = D(u) = Tid, so that nothing changes
  step(u, false, {t, u});
  expect({}, {t, u}, {t, u}, {}, {t, u});  // (a,d)
  EXPECT_EQ(fairness->window_of(u), nullptr);
  step(u, true, {t, u});
  expect({}, {}, {}, {t, u}, {t, u});  // (a,c): the first window of u begins
  ASSERT_NE(fairness->window_of(u), nullptr);
  EXPECT_TRUE(fairness->window_of(u)->open);
  step(u, false, {t, u});
  expect({}, {u}, {}, {t, u}, {t, u});  // (a,d): both may run
  step(u, true, {t, u});
  expect({t}, {}, {}, {t, u}, {t});  // (a,c): H = {t}; u does not enter the loop again
  step(t, false, {u});
  expect({}, {t}, {}, {u}, {u});  // (b,c): the edge to t is gone
  step(u, false, {});
  expect({}, {t, u}, {u}, {}, {});  // (b,e): u has ended itself
}

// "If the thread t was not enabled in the state (a,c), say if t was waiting on a lock currently held by u,
// the scheduler will continue to schedule u till it releases the lock."
TEST_F(Figure4, WaitsForNobodyWhoIsDisabled) {
  ES = those({u});
  step(u, true, {t, u});  // unlocks
  step(u, false, {u});    // locks: t is disabled by u
  step(u, true, {u});     // yields under the lock
  expect({t}, {}, {}, {u}, {u});
  step(u, true, {t, u});  // unlocks: now it is t's turn
  expect({t}, {}, {}, {t, u}, {t});
}

// A yield without a proof is remembered as long as it holds its thread back, and no longer.
TEST(Fairness, KnowsWhetherAYieldWithoutAProofHoldsAThreadBack) {
  const auto fairness = std::make_unique<Fairness>();
  fairness->begin(1);
  const Fairness::Set both{{3}};
  fairness->stepped(1, Yield::kUnproven, both, 2);
  EXPECT_FALSE(fairness->window_of(1)->unproven) << "the first yield holds nothing back";
  fairness->stepped(1, Yield::kUnproven, both, 2);
  EXPECT_TRUE(fairness->holds_back(1, both));
  EXPECT_TRUE(fairness->window_of(1)->unproven);
  fairness->stepped(0, Yield::kNone, both, 2);
  EXPECT_FALSE(fairness->holds_back(1, both));
  EXPECT_FALSE(fairness->window_of(1)->unproven);
  fairness->stepped(1, Yield::kProven, both, 2);
  fairness->stepped(1, Yield::kProven, both, 2);
  EXPECT_TRUE(fairness->holds_back(1, both));
  EXPECT_FALSE(fairness->window_of(1)->unproven);
}

}  // namespace
}  // namespace stalemate
