// Brute force for tests/support/fair_counts.h: every execution of these programs, step by step as the tool
// counts them (S1: create, start, operations, join, exit), under Algorithm 1 as printed.
#include "fair_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "algorithm_as_printed.h"
#include "fair_product.h"

namespace stalemate::toy {
namespace {

// x is unset, or has the first or the second value.
constexpr Cell kOther{0, 2};
constexpr std::uint8_t kT = 1, kU = 2;

Transition when(const Cell& cell, Transition t) {
  t.when = cell;
  return t;
}

Transition sets(const Cell& cell, Transition t) {
  t.sets = cell;
  return t;
}

Transition create(std::uint32_t from, std::uint8_t thread) {
  Transition t = go(from, from + 1);
  t.creates = thread;
  return t;
}

Transition join(std::uint32_t from, std::uint8_t thread) {
  Transition t = go(from, from + 1);
  t.joins = thread;
  return t;
}

using Transitions = std::vector<Transition>;

System program(const Transitions& t, const Transitions& u) {
  return {{{0, false, {create(0, kT), create(1, kU), join(2, kT), join(3, kU), go(4, 5)}},
           {kT, true, t},
           {kU, true, u}},
          1};
}

const Transitions kSpin = {go(0, 1), when(kUnset, go(1, 2)), when(kSet, go(1, 3)), yield(2, 1)};

System spin_program() {
  System system = program({go(0, 1), sets(kSet, go(1, 2))}, kSpin);
  system.threads[0].transitions = {create(0, kT), create(1, kU), go(2, 3),
                                   join(3, kT),   join(4, kU),   go(5, 6)};
  return system;
}

System try_program() {
  return program(
      {go(0, 1), when(kUnset, sets(kSet, go(1, 2))), sets(kUnset, go(2, 3))},
      {go(0, 1), when(kUnset, sets(kSet, go(1, 2))), when(kSet, yield(1, 1)), sets(kUnset, go(2, 3))});
}

// Main has only u to create and to join, and u joins t.
System late_program() {
  System system =
      program({go(0, 1), sets(kSet, go(1, 2))}, {go(0, 1), yield(1, 2), create(2, kT), when(kUnset, go(3, 4)),
                                                 when(kSet, go(3, 5)), yield(4, 3), join(5, kT)});
  system.threads[0].transitions = {create(0, kU), join(1, kU), go(2, 3)};
  return system;
}

// The choice belongs to the step before it.
System choice_program() {
  Transitions u = kSpin;
  u.push_back(when(kOther, go(1, 3)));
  return program({go(0, 1), go(0, 2), sets(kSet, go(1, 3)), sets(kOther, go(2, 3))}, u);
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

void expect_counts(const System& system, const std::vector<FairCount>& expected) {
  const Space space = states_of(system);
  for (const FairCount& count : expected) {
    ASSERT_FALSE(has_cycle(fair_product(system, space, count.every)->graph));
    std::vector<std::uint64_t> counts;
    count_executions(space.graph, 0, AsPrinted(Threads(0b111), count.every), 0, 0, counts);
    EXPECT_EQ(counts, count.per_bound) << "every " << count.every;
  }
}

TEST(FairPrograms, SpinAsOftenAsTheToolCounts) { expect_counts(spin_program(), kSpinCounts); }
TEST(FairPrograms, TryAsOftenAsTheToolCounts) { expect_counts(try_program(), kTryCounts); }
TEST(FairPrograms, CreateThreadsLate) { expect_counts(late_program(), kLateCounts); }
TEST(FairPrograms, MakeChoices) { expect_counts(choice_program(), kChoiceCounts); }

TEST(FairPrograms, ShowEveryStateOfFigure3ToItsObserver) {
  const System system = spin_program();
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
  EXPECT_EQ(observed.size(), kSpinStates);
}

}  // namespace
}  // namespace stalemate::toy
