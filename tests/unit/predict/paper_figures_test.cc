// The figures of the paper as traces and graphs, with the outcome that it states.
#include <gtest/gtest.h>

#include <algorithm>

#include "paper_traces.h"
#include "predict/paper/graph.h"

namespace stalemate::predict::paper {
namespace {

constexpr Way kWays[] = {Way::kAsWritten, Way::kOptimised, Way::kShared};

bool has(const std::vector<Edge>& edges, Vertex from, Vertex to) {
  return std::ranges::find(edges, Edge{from, to}) != edges.end();
}

TEST(PaperFigure1, FindsNondeterminismInAProgramWithoutRaces) {
  const auto trace = trace_of("0 acq(l); 0 w(x); 0 rel(l); 1 acq(l); 1 r(x); 1 rel(l)");
  for (const Way way : kWays) {
    EXPECT_EQ(witness_of(trace, 4, kInitial, Case::kReadBeforeWriter, way).verdict, Verdict::kFeasible);
    EXPECT_EQ(witness_of(trace, 4, kInitial, Case::kWriterOverridden, way).phase, Phase::kCycle);
    EXPECT_EQ(witness_of(trace, 4, kInitial, Case::kWithoutWriter, way).phase, Phase::kNoChoice);
  }
}

TEST(PaperFigure3, HasProgramOrderAndSyncEdgesAndKeepsReadCouplesBeside) {
  const auto trace = trace_of(
      "0 fork(T1); 0 w(x); 1 acq(l); 1 wait(c,l); 2 acq(l); 2 r(x); 2 notify(c); 2 rel(l); 1 wake(c,l); "
      "1 rel(l); 0 join(T1)");
  const Order order = order_of(trace);
  EXPECT_EQ(order.sync_out[0], std::vector<Vertex>{2});
  EXPECT_EQ(order.sync_out[6], std::vector<Vertex>{8});
  EXPECT_EQ(order.sync_out[9], std::vector<Vertex>{10});
  EXPECT_EQ(order.sync_out[1], std::vector<Vertex>{});
  EXPECT_EQ(order.writer[5], 1);
  EXPECT_EQ(order.readers[1], std::vector<Vertex>{5});
  ASSERT_EQ(order.scopes.size(), 3u);  // the wait splits one
  EXPECT_EQ(order.scopes[0].last, 3u);
  EXPECT_EQ(order.scopes[2].first, 8u);
}

TEST(PaperFigure4, OrdersScopesOfOneLockAndEventsOfOthers) {
  const auto trace =
      trace_of("0 acq(l); 0 acq(m); 0 w(x); 0 w(x); 0 rel(m); 0 rel(l); 1 acq(l); 1 w(x); 1 rel(l); 2 w(x)");
  const Order order = order_of(trace);
  std::vector<Edge> same;
  add_witness_edges(order, 2, 3, same);
  EXPECT_EQ(same.size(), 1u);  // (a) for l with l and m with m; the pairs l, m are (c)
  EXPECT_TRUE(has(same, 2, 3));
  std::vector<Edge> other;
  add_witness_edges(order, 3, 7, other);
  EXPECT_EQ(other.size(), 2u);
  EXPECT_TRUE(has(other, 5, 6));  // (b): release of l before its next acquire
  EXPECT_TRUE(has(other, 3, 7));  // (c): m and l
  std::vector<Edge> nil;
  add_witness_edges(order, 9, 3, nil);
  EXPECT_EQ(nil.size(), 1u);
  EXPECT_TRUE(has(nil, 9, 3));
}

// w1 [w2] in one thread, [r1 r2] in the other: only the edge that the couple (w2, r2) induces between the
// scopes closes the cycle r1 -> w1 -> u -> v -> x -> r1.
TEST(PaperFigure5, AnInducedEdgeClosesTheCycle) {
  const auto locked = trace_of("0 w(a); 0 acq(l); 0 w(b); 0 rel(l); 1 acq(l); 1 r(a); 1 r(b); 1 rel(l)");
  const auto unlocked = trace_of("0 w(a); 0 w(b); 1 r(a); 1 r(b)");
  for (const Way way : kWays) {
    EXPECT_EQ(witness_of(locked, 5, kInitial, Case::kReadBeforeWriter, way).phase, Phase::kCycle);
    EXPECT_EQ(witness_of(unlocked, 2, kInitial, Case::kReadBeforeWriter, way).phase, Phase::kNoChoice);
  }
}

// x = event 0, y = the last write of v. Scopes 1 and 2 of l, 3 and 4 of m: x comes before the end of 1 and 2,
// their beginnings before the ends of 3 and 4, and the beginnings of these before y.
const std::string kFigure6 =
    "5 r(v); 5 w(p1); 5 w(p2);"
    "1 acq(l); 1 w(q13); 1 w(q14); 1 r(p1); 1 rel(l); 2 acq(l); 2 w(q23); 2 w(q24); 2 r(p2); 2 rel(l);"
    "3 acq(m); 3 w(s3); 3 r(q13); 3 r(q23); 3 rel(m); 4 acq(m); 4 w(s4); 4 r(q14); 4 r(q24); 4 rel(m);"
    "6 r(s3); 6 r(s4); 6 w(v)";

TEST(PaperFigures6And7, EveryChoiceGraphHasACycle) {
  const auto trace = trace_of(kFigure6);
  for (const Way way : kWays) {
    const Witness witness = witness_of(trace, 0, 25, Case::kWriterOverridden, way);
    EXPECT_EQ(witness.phase, Phase::kChoice);
    EXPECT_EQ(witness.verdict, Verdict::kInfeasible);
    EXPECT_EQ(witness.possible_graphs, 4);
    EXPECT_EQ(witness.explored_graphs, 4);
  }
}

TEST(PaperFigures6And7, OneMissingPathLeavesAChoiceGraphWithoutACycle) {
  std::string text = kFigure6;
  text.replace(text.find("1 w(q14)"), 8, "1 w(zzz)");  // 4 no longer waits for 1: first 2 then 1, 4 before 3
  const auto trace = trace_of(text);
  for (const Way way : kWays) {
    const Witness witness = witness_of(trace, 0, 25, Case::kWriterOverridden, way);
    EXPECT_EQ(witness.phase, Phase::kChoice);
    EXPECT_EQ(witness.verdict, Verdict::kFeasible);
    EXPECT_EQ(witness.possible_graphs, 4);
    EXPECT_EQ(witness.explored_graphs, 4);  // the observed orders first
  }
}

// Scope 1 comes after x here, so that it cannot come before 2: a linear order of G' says so, the trace does
// not.
TEST(PaperFigures6And7, TheFirstChoiceGraphIsMostlyEnough) {
  const auto trace = trace_of(
      "5 r(v); 5 w(p); 1 r(p); 1 acq(l); 1 w(o); 1 rel(l); 2 acq(l); 2 w(q3); 2 w(q4); 2 rel(l);"
      "3 acq(m); 3 w(s3); 3 r(q3); 3 rel(m); 4 acq(m); 4 w(s4); 4 r(q4); 4 rel(m); 6 r(s3); 6 r(s4); 6 w(v)");
  for (const Way way : kWays) {
    const Witness witness = witness_of(trace, 0, 20, Case::kWriterOverridden, way);
    EXPECT_EQ(witness.verdict, Verdict::kFeasible);
    EXPECT_EQ(witness.possible_graphs, 4);
    EXPECT_EQ(witness.explored_graphs, 1);
  }
}

TEST(PaperFigures6And7, GivesUpAfterSoManyChoiceGraphs) {
  struct Counted : WitnessSink {
    void take(const Witness& witness) override { unknown += witness.verdict == Verdict::kUnknown; }
    int unknown = 0;
  };
  const auto trace = trace_of(kFigure6);
  for (const Way way : kWays)
    for (const std::size_t most : {3, 4}) {
      Options options;
      options.way = way;
      options.most_choice_graphs = most;
      Counted counted;
      const Totals totals = run(trace, options, counted);
      EXPECT_EQ(counted.unknown, most == 3 ? 1 : 0);
      EXPECT_EQ(totals.undecided, most == 3 ? 1u : 0u);
      EXPECT_EQ(totals.feasible() + totals.infeasible() + totals.undecided, totals.possible);
    }
}

TEST(PaperFigure8, ChoicesThatAreOnNoPathAreNotExplored) {
  const auto trace = trace_of(kFigure6 + ";7 acq(n); 7 w(o); 7 rel(n); 8 acq(n); 8 w(o); 8 rel(n)");
  for (const Way way : kWays)
    EXPECT_EQ(witness_of(trace, 0, 25, Case::kWriterOverridden, way).possible_graphs, 4);
}

TEST(PaperTableA1, CountsAsItsColumnsDo) {
  Totals account1;  // 16 of the 48 are refuted, which the table counts as feasible too
  account1.possible = account1.decided = 1416;
  account1.cyclic = 1042;
  account1.without_choice = 326;
  account1.with_choice = 48;
  account1.explored_graphs = 2.83 * 48;
  account1.refuted_by_choice = 16;
  EXPECT_EQ(account1.infeasible(), 1058u);
  EXPECT_EQ(account1.feasible(), 374u - 16u);
  EXPECT_EQ(account1.feasible() + account1.infeasible(), account1.possible);
  EXPECT_NEAR(account1.graphs_per_witness(), 1.06, 0.005);
}

TEST(PaperTableA1, MeasuresTheTrace) {
  const auto trace = trace_of(
      "0 fork(T1); 0 w(x); 1 acq(l); 1 wait(c,l); 2 acq(l); 2 r(x); 2 notify(c); 2 rel(l); 1 wake(c,l); "
      "1 rel(l); 0 join(T1)");
  const TraceSize size = measure(trace);
  EXPECT_EQ(size.threads, 3u);
  EXPECT_EQ(size.events, 11u);
  EXPECT_EQ(size.lock_events, 4u);
  EXPECT_EQ(size.lock_variables, 1u);
  EXPECT_EQ(size.access_events, 2u);
  EXPECT_EQ(size.access_variables, 1u);
  EXPECT_EQ(size.wait_events, 2u);
  EXPECT_EQ(possible_witnesses(trace), 3u);
}

}  // namespace
}  // namespace stalemate::predict::paper
