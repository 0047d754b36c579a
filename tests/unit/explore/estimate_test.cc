// The estimate is exact where it can be (weights that are sums of powers of two, the end), the same with any
// workers, and its stated error covers the truth as often as estimate.h says.
#include "explore/engine/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random_program.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

using explore::Estimate;
using explore::Split;
using explore::TreeEstimate;

struct Tree {
  std::vector<Tree> successors;
  std::uint64_t leaves = 1;
};

// Of at most that depth; each state has one of these numbers of successors.
Tree random_tree(Dice& dice, int depth, const std::vector<std::uint32_t>& ways) {
  Tree tree;
  const std::uint32_t count = depth == 0 ? 0 : ways[dice.below(ways.size())];
  for (std::uint32_t i = 0; i < count; ++i) tree.successors.push_back(random_tree(dice, depth - 1, ways));
  if (count > 0) tree.leaves = 0;
  for (const Tree& successor : tree.successors) tree.leaves += successor.leaves;
  return tree;
}

template <class Seen>
void walk(const Tree& tree, TreeEstimate& estimate, Seen&& seen) {
  if (tree.successors.empty()) {
    estimate.leaf(true);
    return seen();
  }
  estimate.enter(static_cast<std::uint32_t>(tree.successors.size()));
  for (const Tree& successor : tree.successors) walk(successor, estimate, seen);
  estimate.leave();
}

// The weights of leaves in the order of the search, by recursion.
void weigh(const Tree& tree, double weight, std::vector<double>& out) {
  if (tree.successors.empty()) out.push_back(weight);
  for (const Tree& successor : tree.successors)
    weigh(successor, weight / static_cast<double>(tree.successors.size()), out);
}

// The first execution below the state, and then its alternatives, the deepest first.
void run_executions(const Tree& tree, TreeEstimate& estimate, std::vector<double>& shares) {
  std::vector<const Tree*> way;
  std::vector<Split> splits;
  for (const Tree* at = &tree; !at->successors.empty(); at = &at->successors[0]) {
    way.push_back(at);
    const auto ways = static_cast<std::uint32_t>(at->successors.size());
    if (!splits.empty() && splits.back().ways == ways)
      ++splits.back().points;
    else
      splits.push_back({ways, 1});
  }
  estimate.execution(splits);
  shares.push_back(estimate.now()->share);
  for (; !way.empty(); way.pop_back())
    for (std::size_t i = 1; i < way.back()->successors.size(); ++i)
      run_executions(way.back()->successors[i], estimate, shares);
}

TEST(Estimate, SharesAreTheWeightsOfTheFinishedLeaves) {
  Dice dice(1);
  for (int round = 0; round < 100; ++round) {
    const Tree tree = random_tree(dice, 8, {0, 1, 2, 2, 4});  // so that all sums are exact
    std::vector<double> weights, by_execution;
    weigh(tree, 1, weights);
    TreeEstimate estimate;
    double sum = 0;
    std::size_t n = 0;
    walk(tree, estimate, [&] {
      sum += weights[n++];
      ASSERT_EQ(estimate.now()->share, sum);
      ASSERT_EQ(estimate.now()->done, n);
    });
    EXPECT_EQ(estimate.now()->share, 1);
    TreeEstimate other;
    run_executions(tree, other, by_execution);
    sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) ASSERT_EQ(by_execution[i], sum += weights[i]);
    EXPECT_EQ(by_execution.size(), weights.size());
  }
}

TEST(Estimate, OfATreeThatBranchesEverywhereAlikeIsRightFromTheFirstLeafOn) {
  Dice dice(1);
  TreeEstimate estimate;
  walk(random_tree(dice, 6, {3}), estimate, [&] { ASSERT_NEAR(estimate.now()->executions, 729, 1e-6); });
}

TEST(Estimate, NeverFallsAndIsOneExactlyAtTheEnd) {
  Dice dice(2);
  for (int round = 0; round < 16; ++round) {
    TreeEstimate estimate;
    std::uint64_t left = 0;
    std::vector<Tree> trees;
    for (int i = 0; i < 30; ++i) trees.push_back(random_tree(dice, 5, {1, 2, 3, 5, 7}));
    for (const Tree& tree : trees) left += tree.leaves;
    round % 2 == 0 ? estimate.begin(trees.size()) : estimate.begin_next(trees.size());
    for (int again = 0; again < 2; ++again) {  // the second time with a course to expect
      std::uint64_t open = left;
      double last = 0;
      for (const Tree& tree : trees)
        walk(tree, estimate, [&] {
          const double share = estimate.now()->share;
          ASSERT_GE(share, last);
          ASSERT_EQ(share == 1, --open == 0) << share;
          last = share;
        });
      EXPECT_EQ(estimate.now()->executions, static_cast<double>(left));
      EXPECT_EQ(estimate.now()->error, 0);
      estimate.begin_next(trees.size());
    }
  }
}

TEST(Estimate, IsMissingOnceAStateHasMoreSuccessorsThanItWasSaidToHave) {
  TreeEstimate estimate;
  estimate.enter(1);
  estimate.leaf(true);
  ASSERT_TRUE(estimate.now().has_value());
  for (int n = 0; n < 1000; ++n) estimate.leaf(true), estimate.enter(2);
  EXPECT_FALSE(estimate.now().has_value());
  estimate.begin_next(1);
  estimate.leaf(true);
  EXPECT_EQ(estimate.now()->share, 1);
}

TEST(Estimate, IsMissingOnceAStateIsLeftThatWasNotEntered) {
  TreeEstimate estimate;
  estimate.leave();
  EXPECT_FALSE(estimate.now().has_value());
}

TEST(Estimate, CountsWhatIsCutOffAsDoneButNotAsExecuted) {
  TreeEstimate estimate;
  estimate.enter(4);
  estimate.leaf(true);
  estimate.leaf(false);
  EXPECT_EQ(estimate.now()->share, 0.5);
  EXPECT_EQ(estimate.now()->executions, 2);
  estimate.enter(2);
  estimate.leaf(true);
  estimate.leave();
  EXPECT_EQ(estimate.now()->share, 0.75);
  EXPECT_EQ(estimate.now()->done, 2u);
  estimate.leave();
  EXPECT_EQ(estimate.now()->share, 1);
}

TEST(Estimate, SaysThatItIsTooEarlyToTell) {
  TreeEstimate estimate;
  EXPECT_TRUE(std::isinf(estimate.now()->error));
  estimate.enter(3);
  estimate.leaf(true);
  EXPECT_TRUE(std::isinf(estimate.now()->error));
}

// How often the stated error was large enough.
struct Coverage {
  int covered = 0, stated = 0;
  void judge(const Estimate& estimate, std::uint64_t truth) {
    if (std::isinf(estimate.error)) return;
    const double factor = estimate.executions / static_cast<double>(truth);
    ++stated;
    covered += std::max(factor, 1 / factor) <= 1 + estimate.error + 1e-9;
  }
  double share() const { return stated == 0 ? 0 : static_cast<double>(covered) / stated; }
};

constexpr double kMoments[] = {0.1, 0.25, 0.5, 0.75};

TEST(Estimate, OfATreeIsWithinItsErrorInEightOfTen) {
  Dice dice(3);
  const std::vector<std::uint32_t> shapes[] = {
      {1, 2, 3}, {1, 1, 1, 1, 2, 5}, {0, 1, 2, 3, 4, 4}, {2, 2, 2, 0}};
  Coverage coverage[4];
  for (int round = 0; round < 320; ++round) {
    const Tree tree = random_tree(dice, 13, shapes[round % 4]);
    if (tree.leaves < 500 || tree.leaves > 100000) continue;
    TreeEstimate estimate;
    std::size_t next = 0;
    walk(tree, estimate, [&] {
      const Estimate now = *estimate.now();
      for (; next < 4 && now.share >= kMoments[next]; ++next) coverage[next].judge(now, tree.leaves);
    });
  }
  for (const Coverage& moment : coverage) {
    EXPECT_GT(moment.stated, 100);
    EXPECT_GE(moment.share(), 0.78) << &moment - coverage;
  }
  EXPECT_GE(coverage[2].share(), 0.85);
}

// Keeps what the search estimates when it emits an execution.
class Watcher final : public explore::Observer {
 public:
  explore::Next on_execution(const explore::Execution&) override {
    seen.push_back(*search->estimate());
    bounds.push_back(search->summary().completed.value_or(~0u) + 1);
    return explore::Next::kGoOn;
  }
  bool wants_item(const wire::LogHeader&) const override { return false; }

  const explore::Search* search = nullptr;
  std::vector<Estimate> seen;
  std::vector<std::uint32_t> bounds;
};

Watcher watched(const Program& program, const char* strategy, std::uint64_t most, std::size_t in_flight) {
  Watcher watcher;
  explore::Search search(explore::make_strategy(strategy, {}), {most}, watcher);
  watcher.search = &search;
  std::vector<explore::WorkItem> flying;
  Dice dice(in_flight);
  for (;;) {
    explore::WorkItem item;
    while (flying.size() < in_flight && search.next(item)) flying.push_back(item);
    if (flying.empty()) return watcher;
    const std::size_t which = dice.below(flying.size());
    std::swap(flying[which], flying.back());
    const Log log = run(program, flying.back());
    search.finished(flying.back().id, log.view());
    flying.pop_back();
  }
}

TEST(Estimate, OfASearchIsTheSameWithAnyWorkersAndOneAtTheEndOfEachBound) {
  Dice dice(4);
  for (int round = 0; round < 40; ++round) {
    const Program program = random_program(dice);
    for (const char* strategy : {"icb", "delay", "dfs", "idfs"}) {
      const Watcher one = watched(program, strategy, 3000, 1);
      const Watcher many = watched(program, strategy, 3000, 30);
      ASSERT_EQ(one.seen.size(), many.seen.size());
      for (std::size_t i = 0; i < one.seen.size(); ++i) {
        ASSERT_EQ(one.seen[i].share, many.seen[i].share) << strategy << " " << i << program.text();
        ASSERT_EQ(one.seen[i].executions, many.seen[i].executions);
        ASSERT_EQ(one.seen[i].error, many.seen[i].error);
        if (i + 1 == one.seen.size()) break;
        const bool last = one.bounds[i] != one.bounds[i + 1];
        ASSERT_EQ(one.seen[i].share == 1, last) << strategy << " " << i << program.text();
        if (!last) {
          ASSERT_GE(one.seen[i + 1].share, one.seen[i].share);
        }
      }
      if (one.seen.size() < 3000) {
        EXPECT_EQ(one.seen.back().share, 1);
      }
    }
  }
}

TEST(Estimate, OfAPreemptionBoundIsWithinItsErrorInNineOfTen) {
  const Body locked{{Op::kLock, 0}, {Op::kUnlock, 0}}, added{{Op::kAdd, 0, 1}};
  const Body nested{{Op::kLock, 0}, {Op::kAdd, 0, 1}, {Op::kLock, 1}, {Op::kUnlock, 1}, {Op::kUnlock, 0}};
  const Program programs[] = {forked(2, repeat(locked, 3)),
                              forked(3, repeat(locked, 2)),
                              forked(3, repeat(added, 4)),
                              forked(4, added),
                              forked(3, nested),
                              forked(2, repeat(nested, 2))};
  Coverage coverage;
  double worst_late = 0;
  for (const Program& program : programs) {
    const Watcher all = watched(program, "icb", 40000, 1);
    for (std::size_t begin = 0, end = 0; begin < all.seen.size(); begin = end) {
      while (end < all.seen.size() && all.bounds[end] == all.bounds[begin]) ++end;
      if (end == all.seen.size() || end - begin < 500) continue;
      std::size_t next = 0;
      for (std::size_t i = begin; i < end; ++i)
        for (; next < 4 && all.seen[i].share >= kMoments[next]; ++next) {
          coverage.judge(all.seen[i], end - begin);
          if (kMoments[next] == 0.75)
            worst_late =
                std::max(worst_late, std::abs(all.seen[i].executions / static_cast<double>(end - begin) - 1));
        }
    }
  }
  EXPECT_GT(coverage.stated, 40);
  EXPECT_GE(coverage.share(), 0.9);
  EXPECT_LT(worst_late, 0.35);
}

TEST(Estimate, IsNotGivenForSamples) {
  struct Nobody : explore::Observer {
    explore::Next on_execution(const explore::Execution&) override { return explore::Next::kGoOn; }
  } nobody;
  EXPECT_FALSE(explore::Search(explore::make_strategy("random", {}), {}, nobody).estimate());
}

}  // namespace
}  // namespace stalemate::toy
