// Algorithms 1 and 2 of the third paper, literally, against brute force: what they visit, their invariants,
// how bounds grow, what several workers change, and why sleep sets and bounds do not mix.
#include "literal_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "class_table.h"
#include "random_reduction.h"

namespace stalemate::toy {
namespace {

std::set<int> states_within(const Space& space, int csb) {
  ContextBound cb(space);
  std::set<int> found;
  for (int s = 0; s < space.size(); ++s)
    if (cb.of(s) <= csb) found.insert(s);
  return found;
}

std::set<int> ends_within(const Space& space, int csb) {
  std::set<int> found = states_within(space, csb);
  std::erase_if(found, [&](int s) { return !space[s].succ.empty(); });
  return found;
}

int largest_bound(const Space& space) {
  ContextBound cb(space);
  int most = 0;
  for (const int s : space.terminal()) most = std::max(most, cb.of(s));
  return most;
}

template <typename Check>
void for_random_spaces(std::uint64_t seed, int programs, int most, const Check& check) {
  Dice dice(seed);
  int checked = 0;
  for (int i = 0; i < programs && !testing::Test::HasFailure(); ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto space = space_of(program, most);
    if (!space) continue;
    SCOPED_TRACE(program.text());
    check(*space);
    ++checked;
  }
  EXPECT_GT(checked, programs / 3);
}

TEST(LiteralReduction, Algorithm1VisitsEachStateWithinTheBoundOnce) {
  for_random_spaces(1, 300, 2000, [](const Space& space) {
    for (int csb = 0; csb <= largest_bound(space); ++csb) {
      const std::vector<int> visited = algorithm_1(space, csb);
      const std::set<int> distinct(visited.begin(), visited.end());
      EXPECT_EQ(distinct.size(), visited.size());
      EXPECT_EQ(distinct, states_within(space, csb));
    }
  });
}

TEST(LiteralReduction, Algorithm2ReachesEachEndWithinTheBoundOnce) {
  for_random_spaces(2, 500, 3000, [](const Space& space) {
    for (int csb = 0; csb <= largest_bound(space); ++csb) {
      Algorithm2 algorithm(space, false);
      const std::vector<int> ends = algorithm.search(csb);
      const std::set<int> distinct(ends.begin(), ends.end());
      EXPECT_EQ(distinct.size(), ends.size());
      EXPECT_EQ(distinct, ends_within(space, csb));
      EXPECT_EQ(algorithm.violation(), "");
      for (const int s : states_within(space, csb)) EXPECT_TRUE(algorithm.knows(s)) << "Theorem 3";
    }
  });
}

TEST(LiteralReduction, Algorithm2KeepsItsInvariants) {
  for_random_spaces(3, 150, 120, [](const Space& space) {
    for (int csb = 0; csb <= largest_bound(space); ++csb) {
      Algorithm2 algorithm(space, true);
      algorithm.search(csb);
      EXPECT_EQ(algorithm.violation(), "");
    }
  });
}

// ---- growing bounds

Space store_buffering() {
  Program program;
  program.bodies = {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kJoin, 0}, {Op::kJoin, 1}, {Op::kExit}},
                    {{Op::kStore, 0, 1}, {Op::kLoad, 1, 0}},
                    {{Op::kStore, 1, 1}, {Op::kLoad, 0, 0}}};
  return *space_of(program, 10000);
}

Space increments() { return *space_of(forked(2, repeat({{Op::kAdd, 0, 1}}, 3)), 10000); }

TEST(LiteralReduction, AKeptTableFindsNothingNewWithinALargerBound) {
  const Space space = store_buffering();
  Algorithm2 algorithm(space, false);
  EXPECT_EQ(algorithm.search(0).size(), 2u);
  EXPECT_EQ(algorithm.search(1).size(), 0u);  // of three classes
}

TEST(LiteralReduction, AClearedTableExecutesOldClassesAgain) {
  const Space space = increments();
  Algorithm2 algorithm(space, false);
  std::size_t executions = 0;
  for (int csb = 0; csb <= 4; ++csb) {
    algorithm.clear();
    executions += algorithm.search(csb).size();
  }
  EXPECT_EQ(executions, 60u);
}

std::vector<std::size_t> search_with_growing_bound(const Space& space, bool checks, std::set<int>& known) {
  Algorithm2 algorithm(space, checks);
  std::vector<std::size_t> found;
  const int last = largest_bound(space);
  for (int csb = 0; csb <= last; ++csb) {
    algorithm.clear();
    for (const int s : known) algorithm.mark_known(s, csb);
    const std::vector<int> ends = algorithm.search(csb);
    found.push_back(ends.size());
    for (const int s : ends) EXPECT_TRUE(known.insert(s).second) << "an end is reached twice";
  }
  EXPECT_EQ(algorithm.violation(), "");
  return found;
}

TEST(LiteralReduction, MarkingWhatIsKnownLetsTheBoundGrow) {
  std::set<int> known;
  EXPECT_EQ(search_with_growing_bound(increments(), true, known), (std::vector<std::size_t>{2, 4, 8, 4, 2}));
  std::set<int> others;
  EXPECT_EQ(search_with_growing_bound(store_buffering(), true, others), (std::vector<std::size_t>{2, 1}));
}

TEST(LiteralReduction, GrowingBoundsReachEachEndOnceAtItsLeastBound) {
  for_random_spaces(4, 400, 2000, [](const Space& space) {
    std::set<int> known;
    const std::vector<std::size_t> found = search_with_growing_bound(space, false, known);
    std::size_t sum = 0;
    for (std::size_t csb = 0; csb < found.size(); ++csb)
      EXPECT_EQ(sum += found[csb], ends_within(space, static_cast<int>(csb)).size());
    const std::vector<int> all = space.terminal();
    EXPECT_EQ(known, std::set<int>(all.begin(), all.end()));
  });
}

TEST(LiteralReduction, GrowingBoundsKeepTheInvariants) {
  for_random_spaces(5, 80, 100, [](const Space& space) {
    std::set<int> known;
    search_with_growing_bound(space, true, known);
  });
}

// ---- several workers

TEST(LiteralReduction, WorkersWithoutTheTableFindTheSameClassesAndSomeTwice) {
  int redundant = 0;
  std::size_t classes = 0;
  for_random_spaces(6, 300, 2000, [&](const Space& space) {
    Dice dice(static_cast<std::uint64_t>(space.size()));
    for (int csb = 0; csb <= largest_bound(space); ++csb) {
      Algorithm2 algorithm(space, false);
      const std::vector<int> ends = algorithm.search_with_workers(csb, 2, dice, redundant);
      const std::set<int> distinct(ends.begin(), ends.end());
      EXPECT_EQ(distinct.size(), ends.size());
      EXPECT_EQ(distinct, ends_within(space, csb));
      EXPECT_EQ(algorithm.violation(), "");
      classes += ends.size();
    }
  });
  EXPECT_GT(redundant, 0);
  EXPECT_GT(classes, 1000u);
}

// ---- Figure 1

TEST(LiteralReduction, SleepSetsAndBoundsDoNotMix) {
  enum { x, y };
  Program program;
  program.initial = 2;
  program.bodies = {{{Op::kStore, x, 1}, {Op::kStore, y, 1}}, {{Op::kStore, y, 2}}};
  const Space space = *space_of(program, 100);
  const auto final_y = [&](const auto& ends) {
    std::set<int> values;
    for (const int s : ends) values.insert(space[s].snapshot[3 + y]);
    return values;
  };
  EXPECT_EQ(final_y(sleep_sets_within(space, 0)), std::set<int>{2}) << "the mixture misses y = 1";
  EXPECT_EQ(final_y(sleep_sets_within(space, 1)), (std::set<int>{1, 2}));
  EXPECT_EQ(final_y(ends_within(space, 0)), (std::set<int>{1, 2}));
  EXPECT_EQ(final_y(Algorithm2(space, true).search(0)), (std::set<int>{1, 2}));
  std::vector<int> visited = algorithm_1(space, 0);
  std::erase_if(visited, [&](int s) { return !space[s].succ.empty(); });
  EXPECT_EQ(final_y(visited), (std::set<int>{1, 2}));
}

// Without a bound sleep sets are sound; within one they miss ends of many programs.
TEST(LiteralReduction, SleepSetsMissEndsOnlyWithinABound) {
  int missed = 0;
  Dice dice(7);
  for (int i = 0; i < 200; ++i) {
    const unsigned without_choices = ~(kChoices | kConditions | kFutexes);
    const Program program = random_reduction(dice, random_families(dice) & without_choices);
    const auto space = space_of(program, 500);
    if (!space) continue;
    const std::vector<int> all = space->terminal();
    EXPECT_EQ(sleep_sets_within(*space, 1000), std::set<int>(all.begin(), all.end())) << program.text();
    missed += sleep_sets_within(*space, 0) != ends_within(*space, 0);
  }
  EXPECT_GT(missed, 0);
}

}  // namespace
}  // namespace stalemate::toy
