// Where the theorems of fair scheduling end: the smallest systems that show that nothing more holds, for
// every k-th yield; and the spin loop of the second paper's Figure 3, counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "algorithm_as_printed.h"
#include "fair_product.h"
#include "figure3_counts.h"

namespace stalemate::toy {
namespace {

constexpr Cell kUnset{0, 0}, kSet{0, 1};

Transition go(std::uint32_t from, std::uint32_t to) {
  Transition t;
  t.from = static_cast<std::uint8_t>(from);
  t.to = static_cast<std::uint8_t>(to);
  return t;
}

Transition yield(std::uint32_t from, std::uint32_t to) {
  Transition t = go(from, to);
  t.yields = true;
  return t;
}

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

// Variables: x, and whether u has ended. A thread's end belongs to its last step (S1), so that main can join
// t as soon as x is set.
System figure3_program() {
  constexpr Cell kEnded{1, 1};
  Transition create_t = go(0, 1), create_u = go(1, 2), join_t = go(3, 4), join_u = go(4, 5);
  create_t.creates = 1;
  create_u.creates = 2;
  join_t.when = kSet;
  join_u.when = kEnded;
  Transition set = go(1, 2), look = go(1, 2), leave = go(1, 3);
  set.sets = kSet;
  look.when = kUnset;
  leave.when = kSet;
  leave.sets = kEnded;
  return {{{0, false, {create_t, create_u, go(2, 3), join_t, join_u, go(5, 6)}},
           {1, true, {go(0, 1), set}},
           {2, true, {go(0, 1), look, leave, yield(2, 1)}}},
          2};
}

// Every execution from a state on under Algorithm 1 as printed, by its preemptions: another thread than the
// last while that one may run (S3).
void count_executions(const Graph& graph, std::uint32_t node, const AsPrinted& scheduler, std::uint32_t last,
                      std::size_t preemptions, std::vector<std::uint64_t>& counts) {
  const Threads may = scheduler.may_run(graph.enabled[node]);
  if (may.none()) {
    counts.resize(std::max(counts.size(), preemptions + 1));
    ++counts[preemptions];
  }
  for (const Edge& edge : graph.out[node]) {
    if (!may[edge.thread]) continue;
    AsPrinted then = scheduler;
    then.step(edge.thread, edge.yields, graph.enabled[node], graph.enabled[edge.to]);
    count_executions(graph, edge.to, then, edge.thread,
                     preemptions + (edge.thread != last && may[last] ? 1 : 0), counts);
  }
}

TEST(Figure3, HasTheExecutionsThatTheToolCounts) {
  const System system = figure3_program();
  const Space space = states_of(system);
  for (const figure3::Count& count : figure3::kCounts) {
    ASSERT_FALSE(has_cycle(fair_product(system, space, count.every)->graph));
    std::vector<std::uint64_t> counts;
    count_executions(space.graph, 0, AsPrinted(Threads(0b111), count.every), 0, 0, counts);
    EXPECT_EQ(counts, count.per_bound) << "every " << count.every;
  }
}

TEST(Figure3, ShowsEveryStateToItsObserver) {
  const System system = figure3_program();
  const Space space = states_of(system);
  const std::optional<Product> product = fair_product(system, space, 1);
  std::set<std::string> reachable, observed;
  for (const Edges& out : space.graph.out)
    for (const Edge& edge : out) {
      if (edge.thread != 0 || space.states[edge.from][0] != 2) continue;
      reachable.insert(space.states[edge.from].substr(1, 2));
      for (std::uint32_t node = 0; node < product->state.size(); ++node)
        if (product->state[node] == edge.from && product->may_run[node][0])
          observed.insert(space.states[edge.from].substr(1, 2));
    }
  EXPECT_EQ(observed, reachable);
  EXPECT_EQ(observed.size(), figure3::kStates);
}

}  // namespace
}  // namespace stalemate::toy
