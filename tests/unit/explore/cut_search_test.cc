// Searches that the host cuts within a computation: taking in one long log may take longer than all the time
// there is.
#include <gtest/gtest.h>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

using explore::Reduced;

// One log has the square of so many prefixes.
constexpr int kSteps = 120;

class Counter final : public explore::Observer {
 public:
  explore::Next on_execution(const explore::Execution&) override {
    ++executions;
    return explore::Next::kGoOn;
  }
  std::uint64_t executions = 0;
};

Program independent() {
  Program program;
  program.bodies = {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kJoin, 1}, {Op::kJoin, 2}},
                    repeat({{Op::kAdd, 0, 1}}, kSteps),
                    repeat({{Op::kAdd, 1, 1}}, kSteps)};
  for (int body = 1; body <= 2; ++body) program.bodies[body].push_back({Op::kAdd, 2, 1});
  return program;
}

class CutSearch : public testing::TestWithParam<Reduced> {};

TEST_P(CutSearch, EndsWithinTheLogThatItTakes) {
  const Program program = independent();
  Counter counter;
  explore::ReductionPlan plan;
  plan.how = GetParam();
  const char* strategy = plan.how == Reduced::kDpor ? "dpor" : "icb";
  bool began = false;
  explore::Search search(explore::make_strategy(strategy, {}), {0, [&began] { return began; }}, counter, {},
                         plan);
  explore::WorkItem item;
  ASSERT_TRUE(search.next(item));
  ASSERT_TRUE(search.can_save());
  began = true;
  search.finished(item.id, run(program, item).view());
  EXPECT_TRUE(search.done());
  EXPECT_EQ(counter.executions, 1u) << "what was run is emitted";
  EXPECT_EQ(search.summary().limit, explore::Limit::kStopped);
  EXPECT_TRUE(search.summary().cut);
  EXPECT_FALSE(search.summary().complete || search.summary().completed);
  EXPECT_FALSE(search.can_save()) << "half of a computation is no state to resume from";
}

TEST_P(CutSearch, IsTheSameWhereTheHostNeverCuts) {
  const Program program = forked(2, repeat(kLocked, 2));
  std::uint64_t executions[2] = {};
  for (int asked = 0; asked < 2; ++asked) {
    Counter counter;
    explore::ReductionPlan plan;
    plan.how = GetParam();
    explore::Budget budget;
    if (asked == 1) budget.cut = [] { return false; };
    explore::Search search(explore::make_strategy(plan.how == Reduced::kDpor ? "dpor" : "icb", {}), budget,
                           counter, {}, plan);
    explore::WorkItem item;
    while (search.next(item)) search.finished(item.id, run(program, item).view());
    EXPECT_FALSE(search.summary().cut);
    executions[asked] = counter.executions;
  }
  EXPECT_GT(executions[0], 1u);
  EXPECT_EQ(executions[0], executions[1]);
}

TEST_P(CutSearch, IsEstimatedIfABudgetEndsIt) {
  const Program program = forked(3, repeat(kLocked, 2));
  for (const bool ends : {true, false}) {
    Counter counter;
    explore::ReductionPlan plan;
    plan.how = GetParam();
    explore::Search search(explore::make_strategy(plan.how == Reduced::kDpor ? "dpor" : "icb", {}),
                           {ends ? 20u : 0u}, counter, {}, plan);
    explore::WorkItem item;
    while (search.next(item)) search.finished(item.id, run(program, item).view());
    const auto estimate = search.estimate();
    ASSERT_EQ(estimate.has_value(), ends);
    if (!ends) continue;
    EXPECT_GT(estimate->share, 0);
    EXPECT_LT(estimate->share, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Reductions, CutSearch,
                         testing::Values(Reduced::kPor, Reduced::kCache, Reduced::kDpor));

}  // namespace
}  // namespace stalemate::toy
