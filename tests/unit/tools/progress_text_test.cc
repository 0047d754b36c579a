#include <gtest/gtest.h>

#include <limits>

#include "tools/stalemate/cli/progress_text.h"

namespace stalemate::tools {
namespace {

host::Progress at(std::uint64_t executions, double seconds, std::optional<std::uint32_t> completed) {
  host::Progress progress;
  progress.executions = executions;
  progress.seconds = seconds;
  progress.completed = completed;
  return progress;
}

TEST(ProgressText, TellsTheBoundHowMuchOfItIsDoneAndHowLongTheRestTakes) {
  host::Progress progress = at(50000, 50, 1);
  progress.estimate = {0.4, 40000, 100000, 0.2};
  EXPECT_EQ(progress_text(progress, StrategyKind::kIcb),
            "50000 executions, 1000/s, bound 2: 40 % done (+-8 %), about 60 s left");
  progress.completed.reset();
  EXPECT_EQ(progress_text(progress, StrategyKind::kDelay),
            "50000 executions, 1000/s, bound 0: 40 % done (+-8 %), about 60 s left");
  EXPECT_EQ(progress_text(progress, StrategyKind::kDfs),
            "50000 executions, 1000/s, 40 % done (+-8 %), about 60 s left");
}

TEST(ProgressText, NeverStatesMoreThanTheWhole) {
  host::Progress progress = at(1000, 1, 1);
  progress.estimate = {0.99, 990, 1000, 0.3};
  EXPECT_EQ(progress_text(progress, StrategyKind::kIcb),
            "1000 executions, 1000/s, bound 2: 99 % done (+-1 %), about 1 s left");
  progress.estimate = {0.9999, 999, 1000, 0};
  EXPECT_EQ(progress_text(progress, StrategyKind::kIcb),
            "1000 executions, 1000/s, bound 2: 99.9 % done (+-0 %), about 1 s left");
}

TEST(ProgressText, GivesARangeWhereItCanOnlyGuess) {
  host::Progress progress = at(10000, 10, 1);
  progress.estimate = {0.01, 8000, 800000, 1};
  EXPECT_EQ(progress_text(progress, StrategyKind::kIcb),
            "10000 executions, 1000/s, bound 2: roughly 1 % done, 7 min to 27 min left");
  progress.completed.reset();
  progress.estimate = {1e-30, 8000, 8e33, 5};
  EXPECT_EQ(progress_text(progress, StrategyKind::kDfs),
            "10000 executions, 1000/s, less than 0.1 % done, years left");
  progress.estimate = {0.1, 1, 10, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(progress_text(progress, StrategyKind::kIcb),
            "10000 executions, 1000/s, bound 0: too early to estimate how much is left");
}

TEST(ProgressText, WithoutAnEstimateIsCountsAlone) {
  EXPECT_EQ(progress_text(at(500, 2, {}), StrategyKind::kRandom), "500 executions, 250/s");
  EXPECT_EQ(progress_text(at(500, 2, 3), StrategyKind::kIcb), "500 executions, 250/s, bound 3 done");
}

TEST(ProgressText, OfSlowExecutionsIsNeverZeroPerSecond) {
  EXPECT_EQ(progress_text(at(2, 5, {}), StrategyKind::kRandom), "2 executions, 0.4/s");
  EXPECT_EQ(progress_text(at(1, 25, {}), StrategyKind::kRandom), "1 execution, 25 s each");
  EXPECT_EQ(progress_text(at(15, 2, {}), StrategyKind::kRandom), "15 executions, 7.5/s");
}

}  // namespace
}  // namespace stalemate::tools
