// The probability that pct promises, measured; and where its parameters come from. Seeds are fixed: a
// measured share is the same in every run.
#include "explore/strategy/pct.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

Explored sample(const Program& program, std::uint32_t depth, std::uint64_t samples,
                const Workers& workers = {}, std::uint64_t seed = 1) {
  Wish wish;
  wish.strategy = "pct";
  wish.parameters.pct_depth = depth;
  wish.parameters.samples = samples;
  wish.parameters.seed = seed;
  return explore_toy(program, wish, workers);
}

double share_of_crashes(const Explored& explored) {
  const auto crashes = std::count(explored.outcomes.begin(), explored.outcomes.end(), wire::Outcome::kCrash);
  return static_cast<double>(crashes) / static_cast<double>(explored.outcomes.size());
}

// main creates both, with `idle` steps of one and the other that matter to nobody, and joins them.
Program two_threads(const Body& a, const Body& b, int idle) {
  Program program;
  Body first = repeat({{Op::kAdd, 2, 1}}, idle), second = repeat({{Op::kAdd, 3, 1}}, idle);
  first.insert(first.end(), a.begin(), a.end());
  second.insert(second.end(), b.begin(), b.end());
  program.bodies = {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kJoin, 0}, {Op::kJoin, 1}}, first, second};
  return program;
}

// Crashes if its check comes between the other's two steps: a1 < b and b < a2, a bug of depth 2.
Program broken_atomicity(int idle) {
  const Body a{{Op::kAdd, 0, 1}, {Op::kAdd, 0, 1}};
  const Body b{{Op::kAdd, 1, 1}, {Op::kSkipUnless, 0, 1, 1}, {Op::kCrash}};
  return two_threads(a, b, idle);
}

// Crashes if the first's steps and the second's checks alternate: a1 < b1 < a2 < b2 < a3. Of depth 4.
Program two_checks(int idle) {
  const Body a{{Op::kAdd, 0, 1}, {Op::kAdd, 0, 1}, {Op::kAdd, 0, 1}};
  const Body b{{Op::kAdd, 1, 1},
               {Op::kSkipUnless, 0, 1, 3},
               {Op::kAdd, 1, 1},
               {Op::kSkipUnless, 0, 2, 1},
               {Op::kCrash}};
  return two_threads(a, b, idle);
}

TEST(Pct, HitsABugOfDepthTwoAsOftenAsPromised) {
  for (const int idle : {0, 4, 12}) {
    constexpr std::uint64_t kSamples = 20000;
    const Explored explored = sample(broken_atomicity(idle), 2, kSamples);
    EXPECT_EQ(explored.error, "");
    const double promised = 1.0 / (explored.summary.threads_max * explored.summary.steps_max);
    EXPECT_GE(share_of_crashes(explored), promised) << "with " << idle << " idle steps";
  }
}

TEST(Pct, HitsABugOfDepthFourAsOftenAsPromised) {
  const Explored explored = sample(two_checks(1), 4, 40000);
  const double promised = 1 / (explored.summary.threads_max * std::pow(explored.summary.steps_max, 3));
  EXPECT_GE(share_of_crashes(explored), promised);
}

TEST(Pct, WithoutAChangePointNobodyIsInterrupted) {
  EXPECT_EQ(share_of_crashes(sample(broken_atomicity(2), 1, 2000)), 0);
}

TEST(Pct, IsReproducibleBySeedWithAnyNumberOfWorkers) {
  const Program program = broken_atomicity(3);
  const Explored one = sample(program, 3, 3000);
  const Explored many = sample(program, 3, 3000, {40, 17, {}});
  EXPECT_EQ(one.error + many.error, "");
  EXPECT_EQ(one.executions, many.executions);
  EXPECT_NE(one.executions, sample(program, 3, 3000, {}, 2).executions);
}

TEST(Pct, LearnsTheNumberOfStepsFromEarlierBatches) {
  explore::Pct pct(3, 7, 5000);
  std::uint64_t finished = 0;
  std::uint32_t steps = 0;
  explore::Sequel sequel;
  do {
    const explore::Round round = pct.round();
    EXPECT_EQ(round.length, steps);
    EXPECT_EQ(round.changes, 2u);
    EXPECT_EQ(round.first_sample, finished);
    EXPECT_GT(round.starts, 0u);
    EXPECT_LE(round.starts, finished == 0 ? 1 : std::min<std::uint64_t>(finished, 1024));
    finished += round.starts;
    const std::uint32_t longest = finished == 4 ? 30 : 20;
    steps = std::max(steps, longest);
    explore::RoundEnd end;
    end.executions = round.starts;
    end.steps_max = longest;
    sequel = pct.after(end);
  } while (sequel.kind == explore::Sequel::Kind::kRestart);
  EXPECT_EQ(finished, 5000u);
  EXPECT_EQ(steps, 30u);
  EXPECT_TRUE(sequel.out_of_samples);
}

TEST(Pct, ATimeoutIsNeitherAlwaysFirstNorAlwaysLast) {
  Program program;
  program.initial = 2;
  program.bodies = {{{Op::kTimed}}, {{Op::kAdd, 0, 1}}};
  std::map<std::vector<Choice>, int> seen;
  for (const Enumerated& e : sample(program, 1, 1000).executions) ++seen[e.choices];
  ASSERT_EQ(seen.size(), 2u);
  // Half of the waits wait; the others time out first with the higher priority.
  EXPECT_NEAR((seen[{{0}, {0, 1}}]), 250, 50);
}

TEST(Pct, DrawsDataChoicesToo) {
  Program program;
  program.bodies = {{{Op::kChoose, 0, 5}, {Op::kAdd, 0, 1}}};
  std::map<std::vector<Choice>, int> seen;
  for (const Enumerated& e : sample(program, 3, 100).executions) ++seen[e.choices];
  EXPECT_EQ(seen.size(), 5u);
}

TEST(Pct, NeverClaimsCompleteness) {
  const Explored explored = sample(broken_atomicity(0), 3, 500);
  EXPECT_EQ(explored.summary.executions, 500u);
  EXPECT_FALSE(explored.summary.complete || explored.summary.completed);
  EXPECT_EQ(explored.summary.limit, explore::Limit::kExecutions);
}

}  // namespace
}  // namespace stalemate::toy
