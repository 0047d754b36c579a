// The distribution of partial order sampling on systems for which it can be computed by hand, beside that of
// a random walk. Seeds are fixed: a measured share is the same in every run.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

constexpr std::uint64_t kSamples = 20000;

using Shares = std::map<std::vector<Choice>, double>;

Explored sample(const Program& program, const std::string& strategy, const Workers& workers = {},
                std::uint64_t seed = 1) {
  Wish wish;
  wish.strategy = strategy;
  wish.parameters.samples = kSamples;
  wish.parameters.seed = seed;
  return explore_toy(program, wish, workers);
}

Shares shares(const Program& program, const std::string& strategy) {
  const Explored explored = sample(program, strategy);
  EXPECT_EQ(explored.error, "");
  Shares shares;
  for (const Enumerated& e : explored.executions) shares[e.choices] += 1.0 / kSamples;
  return shares;
}

// Two threads from the start.
Program pair(const Body& a, const Body& b) {
  Program program;
  program.initial = 2;
  program.bodies = {a, b};
  return program;
}

const Choice kA{0}, kB{0, 1};

// N steps of one thread that matter to nobody, then the step that both care for. A random walk hardly ever
// lets the other thread be last: 2^-(N+1). With a priority for each step it is last if its own is the least
// of N+2: one in N+2.
TEST(Pos, LetsAThreadFallBehindForLong) {
  constexpr int kIdle = 8;
  Body a = repeat({{Op::kAdd, 1, 1}}, kIdle);
  a.push_back({Op::kAdd, 0, 1});
  std::vector<Choice> last(kIdle + 1, kA);
  last.push_back(kB);
  const Program program = pair(a, {{Op::kAdd, 0, 1}});
  EXPECT_NEAR(shares(program, "pos")[last], 1.0 / (kIdle + 2), 0.006);
  EXPECT_NEAR(shares(program, "random")[last], std::pow(0.5, kIdle + 1), 0.002);
}

// The loser of a race draws again: so all three orders of two steps and one on the same variable are 1/4, 1/4
// and 1/2. Without it they were 1/3, 1/6 and 1/2.
TEST(Pos, TheLoserOfARaceDrawsAgain) {
  const Program program = pair({{Op::kAdd, 0, 1}, {Op::kAdd, 0, 1}}, {{Op::kAdd, 0, 1}});
  Shares found = shares(program, "pos");
  EXPECT_NEAR((found[{kA, kA, kB}]), 0.25, 0.01);
  EXPECT_NEAR((found[{kA, kB, kA}]), 0.25, 0.01);
  EXPECT_NEAR((found[{kB, kA, kA}]), 0.5, 0.01);
}

TEST(Pos, StepsOnOtherObjectsKeepTheirPriority) {
  const Program program = pair({{Op::kAdd, 1, 1}, {Op::kAdd, 1, 1}}, {{Op::kAdd, 0, 1}});
  Shares found = shares(program, "pos");
  EXPECT_NEAR((found[{kA, kA, kB}]), 1.0 / 3, 0.01);
  EXPECT_NEAR((found[{kA, kB, kA}]), 1.0 / 6, 0.01);
  EXPECT_NEAR((found[{kB, kA, kA}]), 0.5, 0.01);
}

TEST(Pos, IsReproducibleBySeedWithAnyNumberOfWorkers) {
  const Program program = forked(2, {{Op::kLock, 0}, {Op::kAdd, 0, 1}, {Op::kUnlock, 0}, {Op::kTimed}});
  const Explored one = sample(program, "pos");
  const Explored many = sample(program, "pos", {40, 17, {}});
  EXPECT_EQ(one.error + many.error, "");
  EXPECT_EQ(one.executions, many.executions);
  EXPECT_NE(one.executions, sample(program, "pos", {}, 2).executions);
  EXPECT_FALSE(one.summary.complete || one.summary.completed);
  EXPECT_EQ(one.summary.limit, explore::Limit::kExecutions);
}

}  // namespace
}  // namespace stalemate::toy
