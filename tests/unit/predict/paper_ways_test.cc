// The two ways of the algorithm, on random traces: the same verdict, phase and counts for every witness.
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
  // Two threads leave no choice that could matter.
  EXPECT_EQ(with_choice > 0, family.locks > 0 && family.threads > 2) << family.name;
  ::testing::Test::RecordProperty(std::string(family.name), std::to_string(with_choice) + " with choices, " +
                                                                std::to_string(refuted) + " refuted");
}

TEST(PaperWays, AgreeOnSmallTracesOfEveryFamily) {
  for (const Family& family : kFamilies) expect_same(family, 500);
}

TEST(PaperWays, AgreeWhereScopesAreManyAndNested) {
  expect_same({"scopes", 3, 3, 2, 40, true}, 60);
  expect_same({"waits", 4, 3, 2, 50, false, true}, 40);
}

}  // namespace
}  // namespace stalemate::predict::paper
