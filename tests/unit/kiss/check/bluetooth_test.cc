// Section 2.3 of the paper: what is and what is not found in the driver of Figure 2, and at which ts.
#include "bluetooth.h"

#include <gtest/gtest.h>

#include "checked_program.h"

namespace stalemate::kiss {
namespace {

class Bluetooth : public testing::TestWithParam<bool> {
 protected:
  static Resources resources() {
    Resources resources;
    resources.cache = GetParam();
    return resources;
  }
};
INSTANTIATE_TEST_SUITE_P(Kiss, Bluetooth, testing::Bool(),
                         [](const auto& run) { return run.param ? "Cached" : "Uncached"; });

TEST_P(Bluetooth, NoAssertionFailsWithoutThreadsPutAside) {
  const CheckResult result = CheckedProgram(bluetooth(1, false)).check(ts(0), resources());
  EXPECT_EQ(result.ending, Ending::kComplete);
}

TEST_P(Bluetooth, TheAssertionFailsWithOneThreadPutAside) {
  const CheckResult result = CheckedProgram(bluetooth(1, false)).check(ts(1), resources());
  ASSERT_EQ(result.ending, Ending::kFailure);
  EXPECT_EQ(result.failure->kind, "assertion");
  EXPECT_EQ(result.failure->statement, 9);
  EXPECT_EQ(result.failure->path + 1, result.paths);
  // Thread 0 reads the flag; thread 1 stops the device; thread 0 goes on and finds it stopped.
  const std::vector<Event> expected = {{0, 0}, {0, 5},      {1, 1}, {1, 2}, {1, 3}, {1, 4},
                                       {1, 8}, {1, kEnded}, {0, 6}, {0, 7}, {0, -9}};
  EXPECT_EQ(result.failure->events, expected);
}

TEST_P(Bluetooth, TheFlagRacesWithoutThreadsPutAside) {
  Bounds bounds = ts(0);
  bounds.race = 1;
  const CheckResult result = CheckedProgram(bluetooth(1, false)).check(bounds, resources());
  ASSERT_EQ(result.ending, Ending::kFailure);
  EXPECT_EQ(result.failure->kind, "data-race");
  const std::vector<Event> expected = {{0, 0}, {1, -1}, {0, -5}};
  EXPECT_EQ(result.failure->events, expected);
}

TEST_P(Bluetooth, TheCorrectedDriverHoldsWithTwoAdders) {
  const CheckResult result = CheckedProgram(bluetooth(2, true)).check(ts(2), resources());
  EXPECT_EQ(result.ending, Ending::kComplete);
  EXPECT_EQ(result.states != 0, GetParam());
}

TEST_P(Bluetooth, TheWrongDriverFailsWithFourAdders) {
  const CheckResult result = CheckedProgram(bluetooth(4, false)).check(ts(4), resources());
  EXPECT_EQ(result.ending, Ending::kFailure);
}

}  // namespace
}  // namespace stalemate::kiss
