// Optimal dynamic partial-order reduction of random programs against the classes that brute force finds: as
// many executions as graphs, with the same last states, none redundant, whatever the number of workers and
// the order in which they finish.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "class_table.h"
#include "explore/graph/numbering.h"
#include "random_program.h"
#include "random_reduction.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

using explore::Reduced;

constexpr std::uint64_t kMostInterleavings = 3000;
constexpr int kPrograms = 250;  // in each of the cases

struct Asked {
  Workers workers;
  std::uint32_t speculative = 0;
};

Explored search(const Program& program, const Asked& asked) {
  Wish wish;
  wish.strategy = "dpor";
  wish.plan.how = Reduced::kDpor;
  wish.plan.fair = 0;  // the toy worker knows no fairness
  wish.plan.speculative = asked.speculative;
  return explore_toy(program, wish, asked.workers);
}

bool has_futexes(const Program& program) {
  for (const Body& body : program.bodies)
    for (const Op& op : body)
      if (op.kind == Op::kFutexWait || op.kind == Op::kTimedFutexWait || op.kind == Op::kFutexWake)
        return true;
  return false;
}

std::string compare(const Explored& found, const ClassTable& expected, bool optimal) {
  const explore::Summary& summary = found.summary;
  if (!found.error.empty()) return found.error;
  if (summary.gave_up != explore::GaveUp::kNothing)
    return "gave up, for reason " + std::to_string(static_cast<int>(summary.gave_up));
  if (!summary.complete || summary.limit != explore::Limit::kNone) return "not complete";
  const std::multiset<std::uint64_t> states(found.states.begin(), found.states.end());
  const std::multiset<std::uint64_t> all = expected.final_states(1000);
  const std::uint64_t unique = summary.executions - summary.redundant;
  const std::string counts = std::to_string(summary.executions) + " executions, " +
                             std::to_string(summary.redundant) + " redundant, of " +
                             std::to_string(expected.ends.size()) + " graphs";
  if (unique < expected.ends.size()) return "misses some: " + counts;
  if (unique > expected.ends.size()) return "executes some again: " + counts;
  if (optimal && summary.redundant != 0) return "not optimal: " + counts;
  if (optimal ? states != all : std::set(states.begin(), states.end()) != std::set(all.begin(), all.end()))
    return "other last states";
  if (optimal && summary.classes != expected.classes()) return "another number of classes";
  return "";
}

std::string check(const Program& program, const Asked& asked) {
  const auto expected = enumerate_classes(program, kMostInterleavings);
  if (!expected) return "";
  return compare(search(program, asked), *expected, !has_futexes(program));
}

void expect_agreement(const Program& program, const Asked& asked) {
  if (check(program, asked).empty()) return;
  const Program small = shrink(program, [&](const Program& p) { return !check(p, asked).empty(); });
  FAIL() << check(small, asked) << "\nin flight " << asked.workers.in_flight << ", seed "
         << asked.workers.seed << ", speculative " << asked.speculative << "\n"
         << small.text();
}

class RandomDpor : public testing::TestWithParam<int> {};

TEST_P(RandomDpor, ExecutesEachGraphOnce) {
  Dice dice(static_cast<std::uint64_t>(GetParam()) + 100);
  std::uint64_t ends = 0, interleavings = 0;
  for (int tried = 0; tried < kPrograms;) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto expected = enumerate_classes(program, kMostInterleavings);
    if (!expected) continue;
    ++tried;
    ends += expected->ends.size(), interleavings += expected->interleavings;
    Asked asked;
    if (dice.below(2) == 0) {
      asked.workers.in_flight = 2 + dice.below(8);
      asked.workers.seed = 1 + dice.below(1000);
      asked.speculative = dice.below(2) == 0 ? 0 : 1 + dice.below(8);
    }
    expect_agreement(program, asked);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(ends, 1000u) << "the random programs are too dull to show anything";
  EXPECT_GT(interleavings, 5 * ends);
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomDpor, testing::Range(0, 8));

// Futexes, of which it is not always known how a step would go: larger programs, since it takes several steps
// to be misled.
TEST(Dpor, LosesNothingWhereEffectsAreNotKnown) {
  Dice dice(2000);
  for (int tried = 0; tried < 100 && !HasFatalFailure(); ++tried) {
    const unsigned families = kMemory | kFutexes | (dice.below(2) == 0 ? kMutexes : 0u);
    expect_agreement(random_reduction(dice, families), {});
  }
}

// What random programs, and those of other tests, have shown to be easily got wrong.
TEST(Dpor, OfSmallProgramsThatWereGotWrong) {
  const std::vector<std::vector<Body>> all = {
      // A choice that ends its thread, and somebody who looks whether it has ended.
      {{{Op::kCreate, 1}, {Op::kTryJoin, 0, 1}}, {{Op::kPick, 0, 2}}},
      // A reversal contains what comes after the later step.
      {{{Op::kCreate, 1}, {Op::kCopy, 0, 1, 1}},
       {{Op::kCreate, 2}, {Op::kCas, 1, 1, 1}, {Op::kFutexWake, 0, 1}},
       {{Op::kAdd, 1, 1}, {Op::kTimedFutexWait, 0, 0, 1}}},
      // A leaf covers less than it seemed to.
      {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kFutexWake, 0, 1}},
       {{Op::kFutexWait, 0, 0}},
       {{Op::kFutexWake, 0, 2}}},
      {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kFutexWake, 0, 2}},
       {{Op::kFetch, 0, 1, 1}},
       {{Op::kTimedFutexWait, 0, 0, 1}}},
      // A leaf that was added in vain.
      {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kExit}},
       {{Op::kCas, 0, 1, 1, 1}},
       {{Op::kTimedFutexWait, 0, 0, 0}}},
      {{{Op::kCreate, 1}, {Op::kCreate, 3}, {Op::kCas, 1, 0, 1, 1}},
       {{Op::kCreate, 2}, {Op::kLoad, 0, 0}},
       {{Op::kTimedFutexWait, 0, 1, 0}, {Op::kLoad, 1, 0}, {Op::kStore, 0, 2}},
       {{Op::kLoad, 1, 1}}},
      // The execution ends with the misuse of a lock for which somebody waits.
      {{{Op::kCreate, 1}, {Op::kCreate, 2}, {Op::kJoin, 1}, {Op::kUnlock, 0}},
       {{Op::kLock, 0}},
       {{Op::kLock, 0}}}};
  for (const std::vector<Body>& bodies : all) {
    Program program;
    program.strict = true;
    program.semaphores = {1};
    program.bodies = bodies;
    EXPECT_EQ(check(program, {}), "") << program.text();
  }
}

// The order of executions does not depend on the workers.
TEST(Dpor, IsTheSameWithAnyWorkers) {
  Dice dice(79);
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

// Nobody is told of an execution that could not be read. As with the other reductions.
TEST(Dpor, GivesUpWhereTooManyThreadsAreThereFromTheStart) {
  for (const Reduced how : {Reduced::kDpor, Reduced::kPor, Reduced::kCache}) {
    Program program;
    program.initial = Numbering::kMostThreads + 1;
    program.bodies.assign(program.initial, {{Op::kAdd, 0, 1}});
    Wish wish;
    wish.strategy = how == Reduced::kDpor ? "dpor" : "icb";
    wish.plan.how = how;
    const Explored found = explore_toy(program, wish);
    EXPECT_EQ(found.error, "");
    EXPECT_EQ(found.summary.gave_up, explore::GaveUp::kThreads);
    EXPECT_EQ(found.summary.executions, 0u);
  }
}

}  // namespace
}  // namespace stalemate::toy
