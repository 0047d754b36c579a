// The ways of the algorithm, on random traces: the same verdict, phase and counts for every witness.
#include <gtest/gtest.h>

#include "paper_traces.h"
#include "trace/std_format.h"

namespace stalemate::predict::paper {
namespace {

void expect_same(const Family& family, int traces) {
  std::mt19937 random(7);
  std::uint64_t with_choice = 0, refuted = 0;
  for (int at = 0; at < traces; ++at) {
    const trace::EventTrace trace = random_trace(family, random);
    const auto written = witnesses_of(trace, Way::kAsWritten);
    const auto optimised = witnesses_of(trace, Way::kOptimised);
    ASSERT_EQ(written.size(), possible_witnesses(trace));
    ASSERT_EQ(written.size(), optimised.size());
    ASSERT_EQ(optimised, witnesses_of(trace, Way::kShared));
    for (std::size_t each = 0; each < written.size(); ++each) {
      const Witness& one = written[each];
      ASSERT_EQ(one, optimised[each])
          << trace::print_std(trace) << "r " << one.read << " c " << one.challenger << " case "
          << static_cast<int>(one.order) + 1 << ": " << static_cast<int>(one.phase) << " "
          << one.possible_graphs << " " << one.explored_graphs << " against "
          << static_cast<int>(optimised[each].phase) << " " << optimised[each].possible_graphs << " "
          << optimised[each].explored_graphs;
      with_choice += one.phase == Phase::kChoice;
      refuted += one.phase == Phase::kChoice && one.verdict == Verdict::kInfeasible;
    }
  }
  if (family.locks == 0) {
    EXPECT_EQ(with_choice, 0u);
  } else if (family.threads > 2) {
    EXPECT_GT(with_choice, 0u) << family.name;
  }
  ::testing::Test::RecordProperty(std::string(family.name), std::to_string(with_choice) + " with choices, " +
                                                                std::to_string(refuted) + " refuted");
}

TEST(PaperWays, AgreeOnSmallTracesOfEveryFamily) {
  for (const Family& family : kFamilies) expect_same(family, 500);
}

// The couple of a (2, 10) induces "thread 0 before thread 1" for l, and only by that, through the write of b,
// is thread 0 before thread 2 for m: both have to go with the couple.
TEST(PaperWays, DeleteEdgesThatRestOnEdgesOfTheCouple) {
  const auto trace = trace_of(
      "0 acq(m); 0 acq(l); 0 w(a); 0 rel(l); 0 rel(m); 2 acq(m); 2 w(z); 1 r(z); 1 acq(l); 1 w(b); 1 r(a); 1 "
      "rel(l); "
      "2 r(b); 2 rel(m)");
  for (const Way way : {Way::kAsWritten, Way::kOptimised, Way::kShared})
    EXPECT_EQ(witness_of(trace, 10, kInitial, Case::kReadBeforeWriter, way).verdict, Verdict::kFeasible);
}

TEST(PaperWays, AgreeWhereScopesAreManyAndNested) {
  expect_same({"scopes", 3, 3, 2, 40, true}, 60);
  expect_same({"waits", 4, 3, 2, 50, false, true}, 40);
  expect_same({"many", 4, 6, 3, 120, true}, 12);
}

}  // namespace
}  // namespace stalemate::predict::paper
