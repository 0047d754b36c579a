// Properties over random toy systems: what a search emits is the brute-force enumeration, in canonical order,
// each execution exactly once, whatever the number of workers and the order in which they finish.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "random_program.h"

namespace stalemate::toy {
namespace {

constexpr std::size_t kMost = 2500;
constexpr int kPrograms = 400;

Workers random_workers(Dice& dice) {
  Workers workers;
  workers.in_flight = dice.below(3) == 0 ? 1 : 1 + dice.below(40);
  workers.seed = dice.below(4) == 0 ? 0 : 1 + dice.below(1000);
  workers.room.executions = dice.below(2) == 0 ? 16384 : 1 + dice.below(20);
  workers.room.window_bytes = dice.below(4) == 0 ? 500 : 64u << 20;
  return workers;
}

// Why the search does not agree with brute force; empty = it does.
using Check = std::function<std::string(const Program&, std::uint64_t seed)>;

std::string compare(const Explored& explored, const std::vector<Enumerated>& expected) {
  if (!explored.error.empty()) return explored.error;
  if (explored.summary.executions != explored.executions.size()) return "the summary counts otherwise";
  for (std::size_t i = 0; i < std::min(expected.size(), explored.executions.size()); ++i)
    if (!(explored.executions[i] == expected[i])) return "execution " + std::to_string(i + 1) + " differs";
  if (explored.executions.size() != expected.size())
    return std::to_string(explored.executions.size()) + " executions instead of " +
           std::to_string(expected.size());
  return "";
}

void expect_for_all(const Check& check, std::uint64_t seed) {
  Dice dice(seed);
  std::uint64_t executions = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const Program program = random_program(dice);
    const std::uint64_t order = dice.below(1u << 30);
    const auto all = enumerate(program, 0, kMost);
    if (!all) continue;
    executions += all->size();
    const std::string why = check(program, order);
    if (why.empty()) continue;
    const Program small =
        shrink(program, [&](const Program& p) { return enumerate(p, 0, kMost) && !check(p, order).empty(); });
    FAIL() << check(small, order) << " in\n" << small.text();
  }
  EXPECT_GT(executions, 10000u) << "the random programs are too dull to show anything";
}

std::vector<std::uint64_t> per_bound(const std::vector<Enumerated>& executions) {
  std::vector<std::uint64_t> counts;
  for (const Enumerated& e : executions) {
    if (counts.size() <= e.preemptions) counts.resize(e.preemptions + 1);
    ++counts[e.preemptions];
  }
  return counts;
}

TEST(CanonicalOrder, RandomProgramsBlockChooseNestAndCrash) {
  Dice dice(1);
  std::set<wire::Outcome> outcomes;
  bool nested = false, data = false, free_switch = false;
  for (int i = 0; i < 100; ++i) {
    const Program program = random_program(dice);
    const auto all = enumerate(program, 0, kMost);
    if (!all) continue;
    const Explored explored = explore_toy(program, {});
    outcomes.insert(explored.outcomes.begin(), explored.outcomes.end());
    free_switch |= explored.summary.per_bound[0] > 1;
    for (const Enumerated& e : *all)
      for (const Choice& c : e.choices) nested |= c.size() > 2, data |= c.size() == 1 && c[0] > 0;
  }
  EXPECT_TRUE(outcomes.contains(wire::Outcome::kFinished) && outcomes.contains(wire::Outcome::kDeadlock) &&
              outcomes.contains(wire::Outcome::kCrash));
  EXPECT_TRUE(nested && data && free_switch);
}

TEST(CanonicalOrder, IcbIsBruteForceByBound) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        const auto expected = by_bound(*enumerate(program, 0, kMost));
        const Explored explored = explore_toy(program, {}, random_workers(dice));
        if (std::string why = compare(explored, expected); !why.empty()) return why;
        if (explored.summary.per_bound != per_bound(expected)) return "counts per bound differ";
        if (!explored.summary.complete || explored.summary.limit != explore::Limit::kNone)
          return "not complete";
        if (explored.summary.completed != explored.summary.per_bound.size() - 1) return "completed differs";
        if (explored.frontier_at_end.bytes != 0 || explored.frontier_at_end.nodes != 0)
          return "memory is left over";
        return "";
      },
      11);
}

TEST(CanonicalOrder, IcbWithinALimitIsAPrefixAndKnowsWhetherMoreExists) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        auto expected = by_bound(*enumerate(program, 0, kMost));
        const std::uint32_t limit = dice.below(4);
        const std::size_t all = expected.size();
        std::erase_if(expected, [&](const Enumerated& e) { return e.preemptions > limit; });
        Wish wish;
        wish.parameters.preemptions = limit;
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        if (std::string why = compare(explored, expected); !why.empty()) return why;
        if (explored.summary.complete != (all == expected.size())) return "complete is wrong";
        if (explored.summary.limit != explore::Limit::kNone) return "limit is wrong";
        return "";
      },
      12);
}

TEST(CanonicalOrder, DelayIsBruteForceByDelays) {
  std::uint32_t most_delays = 0;
  expect_for_all(
      [&](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        std::vector<std::uint32_t> delays;
        const auto expected = by_delays(program, *enumerate(program, 0, kMost), delays);
        most_delays = std::max(most_delays, delays.back());
        Wish wish;
        wish.strategy = "delay";
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        if (std::string why = compare(explored, expected); !why.empty()) return why;
        if (!explored.summary.complete || explored.summary.limit != explore::Limit::kNone)
          return "not complete";
        if (explored.summary.completed != delays.back()) return "completed differs";
        if (!explored.summary.per_bound.empty()) return "only icb counts per bound";
        if (explored.frontier_at_end.bytes != 0 || explored.frontier_at_end.nodes != 0)
          return "memory is left over";
        return "";
      },
      17);
  EXPECT_GT(most_delays, 5u);
}

TEST(CanonicalOrder, DelayWithinALimitABudgetOrAStopIsAPrefix) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        std::vector<std::uint32_t> delays;
        auto expected = by_delays(program, *enumerate(program, 0, kMost), delays);
        const std::size_t all = expected.size();
        const std::uint32_t limit = dice.below(4);
        const std::size_t most = dice.below(3) == 0 ? 1 + dice.below(all + 2) : all + 1;
        const bool stop = dice.below(2) == 0;
        Wish wish;
        wish.strategy = "delay";
        wish.parameters.delays = limit;
        (stop ? wish.stop_at : wish.executions) = most;
        while (delays.back() > limit) delays.pop_back();
        const std::size_t within = delays.size();
        expected.resize(std::min(within, most));
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        if (std::string why = compare(explored, expected); !why.empty()) return why;
        if (explored.summary.complete != (expected.size() == all)) return "complete is wrong";
        const bool cut = most < within;
        if ((explored.summary.limit != explore::Limit::kNone) != cut) return "limit is wrong";
        if (!cut && explored.summary.completed != delays.back() && !explored.summary.complete)
          return "completed differs";
        return "";
      },
      18);
}

TEST(CanonicalOrder, DfsIsLexicographic) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        Wish wish;
        wish.strategy = "dfs";
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        if (!explored.summary.complete || explored.summary.completed) return "not complete";
        if (!explored.summary.per_bound.empty()) return "dfs has no bounds";
        if (explored.frontier_at_end.bytes != 0) return "memory is left over";
        return compare(explored, *enumerate(program, 0, kMost));
      },
      13);
}

TEST(CanonicalOrder, BoundedDepthIsBruteForceCut) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        const std::uint32_t depth = 1 + dice.below(14);
        Wish wish;
        wish.strategy = "depth";
        wish.parameters.depth = depth;
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        bool cut = false;
        for (const wire::Outcome o : explored.outcomes) cut |= o == wire::Outcome::kCut;
        if (explored.summary.complete == cut) return "complete iff nothing was cut";
        if (explored.summary.completed != depth) return "completed is the depth";
        return compare(explored, *enumerate(program, depth, kMost));
      },
      14);
}

TEST(CanonicalOrder, IcbWithinADepthIsBruteForceCut) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        Wish wish;
        wish.parameters.depth = 1 + dice.below(14);
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        bool cut = false;
        for (const wire::Outcome o : explored.outcomes) cut |= o == wire::Outcome::kCut;
        if (explored.summary.complete == cut) return "complete iff nothing was cut";
        return compare(explored, by_bound(*enumerate(program, *wish.parameters.depth, kMost)));
      },
      20);
}

// As far as the depth, brute force cut there; beyond it, the same walks with any workers.
TEST(CanonicalOrder, RandomWalksGoOnFromADepth) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        const std::uint32_t depth = 1 + dice.below(14);
        Wish wish;
        wish.strategy = dice.below(2) == 0 ? "icb" : "dfs";
        wish.parameters.walk_from = depth;
        wish.parameters.seed = seed;
        Explored explored = explore_toy(program, wish, random_workers(dice));
        const Explored again = explore_toy(program, wish, random_workers(dice));
        if (std::string why = compare(explored, again.executions); !why.empty()) return "again: " + why;
        bool beyond = false;
        for (const wire::Outcome o : explored.outcomes)
          if (o == wire::Outcome::kCut) return "cut";
        std::vector<Enumerated> expected = *enumerate(program, depth, kMost);
        if (wish.strategy == "icb") expected = by_bound(std::move(expected));
        for (Enumerated& e : explored.executions) {
          beyond |= e.choices.size() > depth;
          if (e.choices.size() > depth) e.choices.resize(depth);
        }
        // Preemptions beyond the depth are not the search's.
        for (std::vector<Enumerated>* all : {&explored.executions, &expected})
          for (Enumerated& e : *all) e.preemptions = 0;
        if (explored.summary.complete == beyond) return "complete iff everything ended within the depth";
        return compare(explored, expected);
      },
      19);
}

TEST(CanonicalOrder, IterativeDeepeningRestartsUntilNothingIsCut) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        Wish wish;
        wish.strategy = dice.below(2) == 0 ? "idfs" : "depth";
        wish.parameters.depth_start = 1 + dice.below(6);
        wish.parameters.depth_step = 1 + dice.below(6);
        std::size_t longest = 0;
        const auto all = enumerate(program, 0, kMost);
        for (const Enumerated& e : *all) longest = std::max(longest, e.choices.size());
        std::vector<Enumerated> expected;
        std::uint32_t depth = wish.parameters.depth_start;
        for (;; depth += wish.parameters.depth_step) {
          const auto cut = *enumerate(program, depth, kMost);
          expected.insert(expected.end(), cut.begin(), cut.end());
          if (depth >= longest) break;
        }
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        if (!explored.summary.complete || explored.summary.completed != depth) return "not complete";
        return compare(explored, expected);
      },
      15);
}

TEST(CanonicalOrder, BudgetsAndStopsGivePrefixes) {
  expect_for_all(
      [](const Program& program, std::uint64_t seed) -> std::string {
        Dice dice(seed);
        Wish wish;
        wish.strategy = dice.below(2) == 0 ? "icb" : "dfs";
        auto expected = *enumerate(program, 0, kMost);
        if (wish.strategy == "icb") expected = by_bound(expected);
        const std::size_t all = expected.size();
        const std::size_t most = 1 + dice.below(all + 2);
        const bool stop = dice.below(2) == 0;
        (stop ? wish.stop_at : wish.executions) = most;
        if (most < all) expected.resize(most);
        const Explored explored = explore_toy(program, wish, random_workers(dice));
        if (std::string why = compare(explored, expected); !why.empty()) return why;
        if (wish.strategy == "icb" && explored.summary.per_bound != per_bound(expected)) return "per bound";
        if (explored.summary.complete != (most >= all)) return "complete is wrong";
        const auto limit = stop ? explore::Limit::kStopped : explore::Limit::kExecutions;
        if (explored.summary.limit != (most >= all ? explore::Limit::kNone : limit)) return "limit is wrong";
        return "";
      },
      16);
}

TEST(CanonicalOrder, ABoundExhaustedByTheBudgetIsCompleted) {
  const Program program = forked(2, repeat({{Op::kAdd, 0, 1}}, 2));  // 3 9 20 23 11 3
  for (const auto& [budget, completed] : {std::pair{2u, -1}, {3u, 0}, {4u, 0}, {12u, 1}, {69u, 5}}) {
    Wish wish;
    wish.executions = budget;
    const Explored explored = explore_toy(program, wish, {8, 3, {}});
    const int found = explored.summary.completed ? static_cast<int>(*explored.summary.completed) : -1;
    EXPECT_EQ(found, completed) << budget;
    EXPECT_EQ(explored.summary.complete, budget == 69u);
  }
}

}  // namespace
}  // namespace stalemate::toy
