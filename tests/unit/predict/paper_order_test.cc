// How the partial order graph reads what the paper does not speak of, and that no trace with any of it upsets
// the algorithm.
#include <gtest/gtest.h>

#include "oracle.h"
#include "paper_traces.h"
#include "predict/paper/order.h"
#include "random_traces.h"

namespace stalemate::predict::paper {
namespace {

using Vertices = std::vector<Vertex>;

TEST(PaperOrder, TakesTheOutermostLevelOfALockAsItsScope) {
  const Order order = order_of(trace_of("0 acq(l); 0 acq(l); 0 w(x); 0 rel(l); 0 w(x); 0 rel(l)"));
  ASSERT_EQ(order.scopes.size(), 1u);
  EXPECT_EQ(order.scopes[0].first, 0u);
  EXPECT_EQ(order.scopes[0].last, 5u);
  EXPECT_EQ(order.held[4].size(), 1u);
}

TEST(PaperOrder, LetsSharedScopesOverlap) {
  const Order order =
      order_of(trace_of("0 racq(l); 0 r(x); 0 rrel(l); 1 racq(l); 1 r(x); 1 rrel(l); 2 acq(l); 2 rel(l)"));
  ASSERT_EQ(order.scopes.size(), 3u);
  EXPECT_FALSE(order.exclude(order.scopes[0], order.scopes[1]));
  EXPECT_TRUE(order.exclude(order.scopes[0], order.scopes[2]));
  std::vector<Edge> edges;
  add_witness_edges(order, 4, 1, edges);
  EXPECT_EQ(edges, (std::vector<Edge>{{4, 1}}));
}

TEST(PaperOrder, SplitsAScopeWhereALockIsKeptSharedOnly) {
  const Order order = order_of(trace_of("0 acq(l); 0 racq(l); 0 rel(l); 0 r(x); 0 rrel(l)"));
  ASSERT_EQ(order.scopes.size(), 2u);
  EXPECT_FALSE(order.scopes[0].shared);
  EXPECT_EQ(order.scopes[0].last, 2u);
  EXPECT_TRUE(order.scopes[1].shared);
  EXPECT_EQ(order.scopes[1].first, 2u);
  EXPECT_EQ(order.scopes[1].last, 4u);
}

TEST(PaperOrder, KeepsAScopeThatIsNeverClosedToTheEnd) {
  // Thread 1 never gives l up, so nothing that needs l can come after it: not even the write that it saw.
  const auto trace = trace_of("0 acq(l); 0 w(x); 0 rel(l); 1 acq(l); 1 r(x)");
  EXPECT_EQ(order_of(trace).scopes[1].last, kEnd);
  EXPECT_EQ(witness_of(trace, 4, kInitial, Case::kReadBeforeWriter).phase, Phase::kCycle);
  EXPECT_EQ(witness_of(trace, 4, kInitial, Case::kWithoutWriter).verdict, Verdict::kFeasible);
}

TEST(PaperOrder, PutsPostsBeforeTheDownsThatNeededThem) {
  const Order order = order_of(trace_of("0 sem(s,1); 0 down(s); 1 post(s); 0 down(s)"));
  const Vertex last = static_cast<Vertex>(order.thread.size() - 1);
  EXPECT_EQ(order.sync_in[last], Vertices{last - 1});
  EXPECT_EQ(order.sync_in[last - 2], Vertices{});
}

TEST(PaperOrder, PutsTheArrivalsOfARoundBeforeItsLeaves) {
  const Order order =
      order_of(trace_of("0 arrive(b,2); 1 arrive(b,2); 0 leave(b,2); 1 leave(b,2); 1 arrive(b,2); 0 "
                        "arrive(b,2); 1 leave(b,2)"));
  EXPECT_EQ(order.sync_in[2], Vertices{1});
  EXPECT_EQ(order.sync_in[3], Vertices{0});
  EXPECT_EQ(order.sync_in[6], Vertices{5});
}

TEST(PaperOrder, GivesANotificationToTheFirstWaiterThatWakesAfterIt) {
  const Order order =
      order_of(trace_of("0 acq(l); 0 wait(c,l); 1 acq(l); 1 wait(c,l); 2 notify(c); 2 notify(c); 1 "
                        "wake(c,l); 1 rel(l); 0 wake(c,l)"));
  EXPECT_EQ(order.sync_out[4], Vertices{6});
  EXPECT_EQ(order.sync_out[5], Vertices{8});
}

TEST(PaperOrder, AnUpdateReadsAndIsNotItsOwnChallenger) {
  const auto trace = trace_of("0 w(x); 1 u(x); 0 r(x)");
  EXPECT_EQ(possible_witnesses(trace), 9u);
  EXPECT_EQ(order_of(trace).writer[2], 1);
  for (const Witness& witness : witnesses_of(trace, Way::kAsWritten))
    EXPECT_NE(witness.challenger, static_cast<std::int64_t>(witness.read));
}

TEST(PaperOrder, TakesTracesOfEveryKindOfEvent) {
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const trace::EventTrace trace = predict_test::random_trace(seed, 8 + seed % 30);
    const auto written = witnesses_of(trace, Way::kAsWritten);
    ASSERT_EQ(written.size(), possible_witnesses(trace));
    ASSERT_EQ(written, witnesses_of(trace, Way::kShared)) << predict_test::std_lines(trace);
  }
}

}  // namespace
}  // namespace stalemate::predict::paper
