#include "model/repetition.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stalemate {
namespace {

Repetition found(const std::vector<std::uint64_t>& tokens, std::uint32_t turns, std::uint32_t length) {
  std::vector<std::uint32_t> scratch(tokens.size() + 1);
  return find_repetition(tokens.data(), static_cast<std::uint32_t>(tokens.size()), turns, length,
                         scratch.data());
}

// By the definition: every period from the shortest on, compared token by token.
Repetition expected(const std::vector<std::uint64_t>& tokens, std::uint32_t turns, std::uint32_t length) {
  for (std::uint32_t period = 1; period < tokens.size(); ++period) {
    std::uint32_t same = 0;
    while (same + period < tokens.size() &&
           tokens[tokens.size() - 1 - same] == tokens[tokens.size() - 1 - same - period])
      ++same;
    const Repetition candidate{period, period + same};
    if (candidate.turns() >= turns && candidate.length >= length) return candidate;
  }
  return {};
}

TEST(Repetition, EqualsItsDefinitionOnRandomSequences) {
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::uint64_t> tokens(random() % 12);  // a stem, then turns, the last of them cut off
    for (auto& token : tokens) token = random() % 3;
    std::vector<std::uint64_t> turn(1 + random() % 5);
    for (auto& token : turn) token = random() % 2;
    const auto length = random() % 30;
    for (std::size_t n = 0; n < length; ++n) tokens.push_back(turn[n % turn.size()]);
    const auto turns = static_cast<std::uint32_t>(1 + random() % 5);
    const auto least = static_cast<std::uint32_t>(random() % 20);
    const Repetition got = found(tokens, turns, least), wanted = expected(tokens, turns, least);
    ASSERT_EQ(got.period, wanted.period) << "round " << round;
    ASSERT_EQ(got.length, wanted.length) << "round " << round;
  }
}

TEST(Repetition, IsTheShortestTurn) {
  const Repetition twice = found({9, 1, 2, 1, 2, 1, 2, 1, 2}, 2, 4);
  EXPECT_EQ(twice.period, 2u);
  EXPECT_EQ(twice.length, 8u);
  EXPECT_EQ(twice.turns(), 4u);
}

TEST(Repetition, IsNoneWhereTheEndIsNew) {
  EXPECT_EQ(found({1, 2, 1, 2, 1, 2, 3}, 2, 0).period, 0u);
  EXPECT_EQ(found({}, 1, 0).period, 0u);
}

TEST(Repetition, IsFoundInLongLogsInLinearTime) {
  std::vector<std::uint64_t> tokens(2'000'000, 1);  // quadratic would take hours
  tokens.back() = 2;
  EXPECT_EQ(found(tokens, 2, 0).period, 0u);
}

}  // namespace
}  // namespace stalemate
