#include <gtest/gtest.h>

#include <set>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

const Program kTiny = forked(2, {{Op::kAdd, 0, 1}, {Op::kAdd, 0, 1}});  // 69 executions

Explored sample(std::uint64_t seed, std::uint64_t samples, const Workers& workers = {}) {
  Wish wish;
  wish.strategy = "random";
  wish.parameters.seed = seed;
  wish.parameters.samples = samples;
  return explore_toy(kTiny, wish, workers);
}

TEST(Random, IsReproducibleBySeedWithAnyNumberOfWorkers) {
  const Explored one = sample(42, 300);
  const Explored many = sample(42, 300, {40, 17, {}});
  EXPECT_EQ(one.error, "");
  EXPECT_EQ(many.error, "");
  EXPECT_EQ(one.executions, many.executions);
  EXPECT_NE(one.executions, sample(43, 300).executions);
}

TEST(Random, ReachesEveryExecutionOfATinySystem) {
  std::set<std::vector<Choice>> reached;
  for (const Enumerated& e : sample(1, 3000).executions) reached.insert(e.choices);
  EXPECT_EQ(reached.size(), 69u);
}

TEST(Random, DrawsDataChoicesToo) {
  Program program;
  program.bodies = {{{Op::kChoose, 0, 5}, {Op::kAdd, 0, 1}}};
  Wish wish;
  wish.strategy = "random";
  wish.parameters.samples = 100;
  std::set<std::vector<Choice>> reached;
  for (const Enumerated& e : explore_toy(program, wish).executions) reached.insert(e.choices);
  EXPECT_EQ(reached.size(), 5u);
}

TEST(Random, RunsItsDefaultNumberAndNeverClaimsCompleteness) {
  const Explored explored = sample(1, 0);
  EXPECT_EQ(explored.summary.executions, explore::kDefaultSamples);
  EXPECT_FALSE(explored.summary.complete);
  EXPECT_FALSE(explored.summary.completed);
  EXPECT_EQ(explored.summary.limit, explore::Limit::kExecutions);
}

TEST(Random, SeedsOfNeighboursDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t k = 0; k < 100; ++k) seeds.insert(explore::mix(seed, k));
  EXPECT_EQ(seeds.size(), 10000u);
  EXPECT_FALSE(seeds.contains(0));
}

}  // namespace
}  // namespace stalemate::toy
