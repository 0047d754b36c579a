// Reduced searches of random programs against the classes that brute force finds: as many, at the same
// bounds, with the same last states, each executed once, whatever the number of workers and the order in
// which they finish.
#include <gtest/gtest.h>

#include <algorithm>

#include "class_table.h"
#include "random_program.h"
#include "random_reduction.h"
#include "toy_names.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

using explore::Reduced;

constexpr std::uint64_t kMostInterleavings = 3000;
constexpr int kPrograms = 250;  // in each of the cases

using Counts = std::vector<std::uint64_t>;

Counts within(Counts counts, std::uint32_t limit) {
  if (counts.size() > limit + std::size_t{1}) counts.resize(limit + std::size_t{1});
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
  return counts;
}

Counts sum(Counts a, const Counts& b) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
  return a;
}

std::uint64_t total(const Counts& counts) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts) all += count;
  return all;
}

std::string list(const Counts& counts) {
  std::string out;
  for (const std::uint64_t count : counts) out += (out.empty() ? "" : " ") + std::to_string(count);
  return out;
}

std::string differ(const char* what, const Counts& found, const Counts& expected) {
  return std::string(what) + ": " + list(found) + " instead of " + list(expected);
}

// What must hold of every reduced search, within a limit of preemptions.
std::string compare_counts(const Explored& found, const ClassTable& expected, std::uint32_t limit) {
  const explore::Summary& summary = found.summary;
  if (!found.error.empty()) return found.error;
  if (summary.gave_up != explore::GaveUp::kNothing)
    return "gave up, for reason " + std::to_string(static_cast<int>(summary.gave_up));
  const Counts classes = within(expected.classes_per_bound(), limit);
  if (within(summary.classes_per_bound, limit) != classes)
    return differ("classes per bound", summary.classes_per_bound, classes);
  if (summary.classes != total(classes)) return "classes do not add up";
  const Counts all = sum(expected.classes_per_bound(), expected.failing_per_bound());
  if (summary.limit != explore::Limit::kNone) return "ended by a limit";
  // Within a limit it need not know that nothing lies beyond.
  const bool everything = total(within(all, limit)) == expected.ends.size();
  if (summary.complete ? !everything : limit >= expected.interleavings) return "complete is wrong";
  if (!summary.exact) return "not exact";
  return "";
}

// Algorithm 2 besides: an execution for each complete graph, at its bound.
std::string compare_por(const Explored& found, const ClassTable& expected, std::uint32_t limit) {
  if (std::string why = compare_counts(found, expected, limit); !why.empty()) return why;
  const explore::Summary& summary = found.summary;
  const Counts all = within(sum(expected.classes_per_bound(), expected.failing_per_bound()), limit);
  if (within(summary.per_bound, limit) != all) return differ("executions per bound", summary.per_bound, all);
  if (summary.executions != total(all)) return "executions do not add up";
  if (summary.redundant != 0) return std::to_string(summary.redundant) + " redundant executions";
  std::size_t emitted = 0;
  for (std::uint32_t bound = 0; bound < all.size(); ++bound) {
    emitted += all[bound];
    if (emitted > found.states.size()) return "fewer executions emitted than counted";
    const std::multiset<std::uint64_t> states(found.states.begin(),
                                              found.states.begin() + static_cast<std::ptrdiff_t>(emitted));
    if (states != expected.final_states(bound)) return "other last states within " + std::to_string(bound);
  }
  return "";
}

std::string compare_cache(const Explored& found, const ClassTable& expected, std::uint32_t limit) {
  if (std::string why = compare_counts(found, expected, limit); !why.empty()) return why;
  const std::multiset<std::uint64_t> ends = expected.final_states(limit);
  if (std::set(found.states.begin(), found.states.end()) != std::set(ends.begin(), ends.end()))
    return "other last states";
  return found.summary.executions < ends.size() ? "fewer executions than graphs" : "";
}

// Every interleaving, and its class counted.
std::string compare_none(const Explored& found, const ClassTable& expected, std::uint32_t limit) {
  if (std::string why = compare_counts(found, expected, limit); !why.empty()) return why;
  if (limit >= expected.interleavings && found.summary.executions != expected.interleavings)
    return "not every interleaving";
  return "";
}

struct Asked {
  Reduced how = Reduced::kPor;
  std::uint32_t limit = 1000;  // of preemptions
  Workers workers;
  std::uint32_t speculative = 0;
};

Explored search(const Program& program, const Asked& asked) {
  Wish wish;
  wish.plan.how = asked.how;
  wish.plan.counts_classes = true;
  wish.plan.fair = 0;  // the toy worker knows no fairness
  wish.plan.speculative = asked.speculative;
  wish.plan.checks = true;
  if (asked.limit < 1000) wish.parameters.preemptions = asked.limit;
  return explore_toy(program, wish, asked.workers);
}

std::string check(const Program& program, const Asked& asked) {
  const auto expected = enumerate_classes(program, kMostInterleavings);
  if (!expected) return "";
  const Explored found = search(program, asked);
  if (found.summary.reduced != asked.how) return "another reduction than was asked for";
  switch (asked.how) {
    case Reduced::kPor: return compare_por(found, *expected, asked.limit);
    case Reduced::kCache: return compare_cache(found, *expected, asked.limit);
    default: return compare_none(found, *expected, asked.limit);
  }
}

Asked random_question(Dice& dice) {
  Asked asked;
  if (dice.below(4) == 0) asked.limit = dice.below(3);
  if (dice.below(2) == 0) {
    asked.workers.in_flight = 2 + dice.below(8);
    asked.workers.seed = 1 + dice.below(1000);
    asked.speculative = dice.below(2) == 0 ? 0 : 1 + dice.below(8);
  }
  return asked;
}

void expect_agreement(const Program& program, const Asked& asked) {
  const std::string why = check(program, asked);
  if (why.empty()) return;
  const Program small = shrink(program, [&](const Program& p) { return !check(p, asked).empty(); });
  FAIL() << check(small, asked) << "\nreduction " << static_cast<int>(asked.how) << ", limit " << asked.limit
         << ", in flight " << asked.workers.in_flight << ", seed " << asked.workers.seed << ", speculative "
         << asked.speculative << "\n"
         << small.text();
}

class RandomReduction : public testing::TestWithParam<int> {};

TEST_P(RandomReduction, FindsTheClassesOfBruteForceOnceEach) {
  Dice dice(static_cast<std::uint64_t>(GetParam()) + 1);
  std::uint64_t ends = 0, interleavings = 0;
  for (int tried = 0; tried < kPrograms;) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto expected = enumerate_classes(program, kMostInterleavings);
    if (!expected) continue;
    ++tried;
    ends += expected->ends.size(), interleavings += expected->interleavings;
    Asked asked = random_question(dice);
    expect_agreement(program, asked);
    if (dice.below(3) == 0) {
      asked.how = Reduced::kCache;
      expect_agreement(program, asked);
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(ends, 1000u) << "the random programs are too dull to show anything";
  EXPECT_GT(interleavings, 5 * ends);
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomReduction, testing::Range(0, 8));

// What random programs have shown to be easily got wrong.
TEST(Reduction, OfSmallProgramsThatWereGotWrong) {
  const std::vector<std::vector<Body>> all = {
      // Ends while others could go on.
      {{{Op::kCreate, 1}, {Op::kExit}}, {{Op::kYield}}},
      {{{Op::kCreate, 1}, {Op::kLoad, 0, 0}}, {{Op::kUnlock, 0}}},
      // Nobody acts between a step and its choice.
      {{{Op::kCreate, 1}, {Op::kPick, 0, 2}, {Op::kStore, 0, 1}}, {{Op::kAdd, 0, 1}, {Op::kLoad, 0, 0}}},
      // The first step of all is on a semaphore.
      {{{Op::kSemWait, 0}}},
      // An initialiser that waits for itself.
      {{{Op::kCreate, 1}}, {{Op::kOnce, 0, 2}, {Op::kOnce, 0, 0}, {Op::kOnceDone, 0}}}};
  for (const std::vector<Body>& bodies : all) {
    Program program;
    program.strict = true;
    program.semaphores = {1};
    program.bodies = bodies;
    for (const Reduced how : {Reduced::kPor, Reduced::kCache, Reduced::kNone}) {
      Asked asked;
      asked.how = how;
      EXPECT_EQ(check(program, asked), "") << program.text();
    }
  }
}

// Every interleaving, and each one's class counted once.
TEST(Reduction, ClassesAreCountedWithoutReduction) {
  Dice dice(76);
  for (int i = 0; i < 150 && !HasFatalFailure(); ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    Asked asked = random_question(dice);
    asked.how = Reduced::kNone;
    expect_agreement(program, asked);
  }
}

// The order of executions does not depend on the workers.
TEST(Reduction, IsTheSameWithAnyWorkers) {
  Dice dice(77);
  for (int i = 0; i < 150; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    if (!enumerate_classes(program, kMostInterleavings)) continue;
    const Explored one = search(program, {});
    Asked asked;
    asked.workers = {2 + dice.below(10), 1 + dice.below(1000), {}};
    asked.speculative = 1 + dice.below(10);
    const Explored many = search(program, asked);
    ASSERT_EQ(one.executions, many.executions) << program.text();
    ASSERT_EQ(one.states, many.states) << program.text();
  }
}

// Without bounds, too, each class once.
TEST(Reduction, OfADepthFirstSearchFindsEveryClassOnce) {
  Dice dice(78);
  for (int i = 0; i < 150; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto expected = enumerate_classes(program, kMostInterleavings);
    if (!expected) continue;
    Wish wish;
    wish.strategy = "dfs";
    wish.plan.how = Reduced::kPor;
    wish.plan.fair = 0;
    const Explored found = explore_toy(program, wish);
    ASSERT_EQ(found.error, "") << program.text();
    ASSERT_EQ(found.summary.classes, expected->classes()) << program.text();
    ASSERT_EQ(found.summary.executions, expected->ends.size()) << program.text();
    ASSERT_EQ(std::multiset<std::uint64_t>(found.states.begin(), found.states.end()),
              expected->final_states(1000))
        << program.text();
  }
}

// Each thread has its own variable: one class, and 7^9 prefixes. The first execution shows that they are too
// many, while they are counted.
TEST(Reduction, GivesUpBeforeTooManyPrefixesTakeUpMemory) {
  constexpr int kThreads = 9;
  Program program = forked(kThreads, {});
  program.bodies.resize(1);
  for (int thread = 1; thread <= kThreads; ++thread) {
    program.bodies[0][index_of(thread - 1)] = {Op::kCreate, thread};
    program.bodies.push_back(repeat({{Op::kAdd, thread, 1}}, 6));
  }
  for (const Reduced how : {Reduced::kCache, Reduced::kPor}) {
    Wish wish;
    wish.plan.how = how;
    wish.plan.most_prefixes = 4'000'000;
    wish.plan.most_prefixes_each = 1'000;
    const Explored found = explore_toy(program, wish);
    EXPECT_EQ(found.error, "");
    EXPECT_EQ(found.summary.gave_up, explore::GaveUp::kBudget);
    EXPECT_EQ(found.summary.executions, 1u);
    EXPECT_LE(found.summary.prefixes, 17'001u);
  }
}

}  // namespace
}  // namespace stalemate::toy
