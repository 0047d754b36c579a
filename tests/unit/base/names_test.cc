#include "base/names.h"

#include <gtest/gtest.h>

namespace stalemate {
namespace {

constexpr std::string_view kNames[] = {"strategy", "steps", "seed", "replay", "run"};

TEST(NearestName, ForgivesASwapAMissingLetterAndAWrongOne) {
  EXPECT_EQ(nearest_name("startegy", kNames), "strategy");
  EXPECT_EQ(nearest_name("stratgy", kNames), "strategy");
  EXPECT_EQ(nearest_name("sted", kNames), "seed");
  EXPECT_EQ(nearest_name("rnu", kNames), "run");
}

TEST(NearestName, SuggestsNothingWhereNothingIsClose) {
  EXPECT_EQ(nearest_name("frobnicate", kNames), "");
  EXPECT_EQ(nearest_name("", kNames), "");
  EXPECT_EQ(nearest_name("strategy", {}), "");
}

}  // namespace
}  // namespace stalemate
