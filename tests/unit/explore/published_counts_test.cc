// Exact numbers: closed formulas, a theorem, and the tables of interleavings by number of preemptions.
#include <gtest/gtest.h>

#include <cmath>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

Program from_the_start(int threads, int steps) {
  Program program;
  program.initial = threads;
  for (int i = 0; i < threads; ++i) program.bodies.push_back(repeat(kFaa, steps));
  return program;
}

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

TEST(PublishedCounts, IndependentThreadsHaveTheMultinomialNumberOfExecutions) {
  for (const auto& [n, k] : {std::pair{1, 5}, {2, 1}, {2, 3}, {2, 5}, {3, 2}, {3, 3}, {4, 2}}) {
    const auto expected =
        static_cast<std::uint64_t>(std::llround(factorial(n * k) / std::pow(factorial(k), n)));
    for (const char* strategy : {"icb", "dfs"}) {
      Wish wish;
      wish.strategy = strategy;
      wish.keep = false;
      const Explored explored = explore_toy(from_the_start(n, k), wish);
      EXPECT_EQ(explored.error, "");
      EXPECT_TRUE(explored.summary.complete);
      EXPECT_EQ(explored.summary.executions, expected) << n << " threads x " << k << ", " << strategy;
    }
  }
}

TEST(PublishedCounts, StayWithinTheoremOne) {
  for (const auto& [n, k] : {std::pair{2, 3}, {2, 5}, {3, 2}, {3, 3}}) {
    Wish wish;
    wish.keep = false;
    const Explored explored = explore_toy(from_the_start(n, k), wish);
    for (std::size_t c = 0; c < explored.summary.per_bound.size(); ++c) {
      const int preemptions = static_cast<int>(c);
      const double choices = factorial(n * k) / factorial(preemptions) / factorial(n * k - preemptions);
      const double bound = choices * factorial(n + preemptions);
      EXPECT_LE(static_cast<double>(explored.summary.per_bound[c]), bound + 0.5);
      EXPECT_GT(explored.summary.per_bound[c], 0u);
    }
  }
}

void expect_table(const Program& program, std::uint64_t all, const std::vector<std::uint64_t>& per_bound) {
  Wish wish;
  wish.keep = false;
  const Explored explored = explore_toy(program, wish, {64, 7, {}});
  EXPECT_EQ(explored.error, "");
  EXPECT_EQ(explored.summary.executions, all);
  EXPECT_EQ(explored.summary.per_bound, per_bound);
  EXPECT_TRUE(explored.summary.complete);
  EXPECT_EQ(explored.summary.completed, per_bound.size() - 1);
  EXPECT_EQ(explored.summary.preemptions_max, per_bound.size() - 1);
  wish.strategy = "dfs";
  EXPECT_EQ(explore_toy(program, wish).summary.executions, all);
}

TEST(PublishedCounts, TwoThreadsOfTwoAtomics) {
  expect_table(forked(2, repeat(kFaa, 2)), 69, {3, 9, 20, 23, 11, 3});
}
TEST(PublishedCounts, TwoThreadsOfThreeAtomics) {
  expect_table(forked(2, repeat(kFaa, 3)), 251, {3, 13, 40, 69, 66, 42, 15, 3});
}
TEST(PublishedCounts, ThreeThreadsOfTwoAtomics) {
  expect_table(forked(3, repeat(kFaa, 2)), 25424,
               {13, 113, 593, 1973, 4501, 6567, 6389, 3820, 1268, 177, 10});
}
TEST(PublishedCounts, TwoThreadsOfThreeCriticalSections) {
  expect_table(forked(2, repeat(kLocked, 3)), 703, {3, 25, 82, 179, 194, 141, 61, 16, 2});
}
TEST(PublishedCounts, ThreeThreadsOfTwoCriticalSections) {
  expect_table(forked(3, repeat(kLocked, 2)), 188604,
               {13, 271, 1805, 7278, 19163, 34624, 44396, 40820, 26172, 10992, 2751, 313, 6});
}
TEST(PublishedCounts, ByDelays) {
  const std::pair<Program, std::vector<std::uint64_t>> tables[] = {
      {forked(2, repeat(kFaa, 2)), {1, 7, 9, 26, 9, 15, 1, 1}},
      {forked(2, repeat(kLocked, 3)), {1, 15, 43, 144, 159, 202, 78, 54, 5, 2}},
      {forked(3, repeat(kFaa, 2)), {1, 11, 51, 216, 434, 1029}}};
  for (const auto& [program, counts] : tables) {
    std::uint64_t sum = 0;
    for (std::uint32_t bound = 0; bound < counts.size(); ++bound) {
      sum += counts[bound];
      Wish wish;
      wish.strategy = "delay";
      wish.parameters.delays = bound;
      wish.keep = false;
      EXPECT_EQ(explore_toy(program, wish, {8, 5, {}}).summary.executions, sum) << bound;
    }
  }
}

TEST(PublishedCounts, BruteForceAgreesWithTheTables) {
  const std::vector<std::uint64_t> two{3, 25, 82, 179, 194, 141, 61, 16, 2};
  EXPECT_EQ(count_per_bound(forked(2, repeat(kLocked, 3))), two);
  const std::vector<std::uint64_t> three{13, 113, 593, 1973, 4501, 6567, 6389, 3820, 1268, 177, 10};
  EXPECT_EQ(count_per_bound(forked(3, repeat(kFaa, 2))), three);
}

}  // namespace
}  // namespace stalemate::toy
