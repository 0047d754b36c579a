// The API in a program that was built without Stalemate: nothing of ours is linked, only the headers used.
#include <gtest/gtest.h>

#include "stalemate/gtest.h"
#include "stalemate/stalemate.h"

namespace {

TEST(WithoutStalemate, CallsTheScenarioOnceAndSaysSo) {
  int calls = 0;
  const stalemate::Result result = stalemate::explore([&calls] { ++calls; });
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(result.ok());
  EXPECT_NE(result.summary().find("built without Stalemate"), std::string::npos);
}

TEST(WithoutStalemate, DoesThePlainThing) {
  EXPECT_EQ(stalemate::choose(5), 0u);
  stalemate::yield();
  stalemate::expect(true, "fine");
  stalemate::state(1, 2L);
  stalemate::assume(false);
  const int x = 0;
  stalemate::benign(&x);
}

TEST(WithoutStalemateDeathTest, AbortsWhereAnExpectationFails) {
  EXPECT_DEATH(stalemate::expect(false, "two is one"), "two is one");
}

STALEMATE_TEST(WithoutStalemate, RunsATestBody) { EXPECT_EQ(1 + 1, 2); }

}  // namespace
