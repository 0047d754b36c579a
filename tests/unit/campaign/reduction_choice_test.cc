#include "campaign/reduction_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate::host {
namespace {

using explore::GaveUp;
using explore::Reduced;
using ::testing::HasSubstr;
using ::testing::StartsWith;

RunOptions asking(Reduction reduce, StrategyKind strategy = StrategyKind::kIcb) {
  RunOptions options;
  options.reduce = reduce;
  options.strategy = strategy;
  return options;
}

ReductionChoice choice(const RunOptions& options) {
  return ReductionChoice(options, wire::Isolation::kMemory, 2);
}

std::string refusal(const RunOptions& options) {
  const auto checked = check_reduction(options);
  return checked ? "" : checked.error().sentence;
}

TEST(ReductionChoice, BeginsWithWhatIsAskedFor) {
  EXPECT_EQ(choice(asking(Reduction::kPor)).plan().how, Reduced::kPor);
  EXPECT_EQ(choice(asking(Reduction::kCache)).plan().how, Reduced::kCache);
  EXPECT_FALSE(choice(asking(Reduction::kCache)).plan().yields);
  const ReductionChoice none = choice(asking(Reduction::kNone));
  EXPECT_EQ(none.plan().how, Reduced::kNone);
  EXPECT_TRUE(none.plan().counts_classes);
  EXPECT_TRUE(none.needs_effects());
}

TEST(ReductionChoice, AllowsMoreWhereItIsAskedFor) {
  EXPECT_EQ(choice(asking(Reduction::kAuto)).plan().how, Reduced::kCache);
  EXPECT_EQ(choice(asking(Reduction::kAuto)).plan().most_prefixes, kMostPrefixes);
  EXPECT_EQ(choice(asking(Reduction::kAuto)).plan().most_prefixes_each, kMostPrefixesEach);
  for (const Reduction asked : {Reduction::kPor, Reduction::kCache}) {
    EXPECT_EQ(choice(asking(asked)).plan().most_prefixes, kMostPrefixesAsked);
    EXPECT_EQ(choice(asking(asked)).plan().most_prefixes_each, 0u);
  }
}

TEST(ReductionChoice, LeavesStrategiesAloneThatDoNotSearchEveryExecution) {
  for (const auto strategy : {StrategyKind::kDepth, StrategyKind::kDelay, StrategyKind::kRandom,
                              StrategyKind::kPct, StrategyKind::kPos}) {
    const ReductionChoice chosen = choice(asking(Reduction::kAuto, strategy));
    EXPECT_EQ(chosen.plan().how, Reduced::kNone);
    EXPECT_FALSE(chosen.plan().counts_classes);
    EXPECT_FALSE(chosen.needs_effects());
    EXPECT_FALSE(chosen.note());
    EXPECT_EQ(refusal(asking(Reduction::kAuto, strategy)), "");
    EXPECT_EQ(refusal(asking(Reduction::kNone, strategy)), "");
    EXPECT_THAT(refusal(asking(Reduction::kPor, strategy)), HasSubstr("has no --reduce=por"));
    EXPECT_THAT(refusal(asking(Reduction::kCache, strategy)), HasSubstr("has no --reduce=cache"));
  }
  EXPECT_EQ(choice(asking(Reduction::kAuto, StrategyKind::kDfs)).plan().how, Reduced::kCache);
  EXPECT_EQ(refusal(asking(Reduction::kPor, StrategyKind::kDfs)), "");
}

TEST(ReductionChoice, LeavesExecutionsAloneThatMayBeCut) {
  for (const auto member : {&RunOptions::depth, &RunOptions::walk_from}) {
    RunOptions options = asking(Reduction::kAuto);
    options.*member = 10;
    EXPECT_EQ(choice(options).plan().how, Reduced::kNone);
    EXPECT_FALSE(choice(options).needs_effects());
    options.reduce = Reduction::kPor;
    EXPECT_EQ(refusal(options), "--reduce=por needs whole executions, and the depth is bounded");
  }
}

TEST(ReductionChoice, KeepsTheStateOfFairnessWhereThreadsYield) {
  RunOptions options = asking(Reduction::kAuto);
  options.fair = 3;
  ReductionChoice chosen = choice(options);
  chosen.give_up(GaveUp::kYields);
  EXPECT_EQ(chosen.plan().how, Reduced::kCache);
  EXPECT_TRUE(chosen.plan().yields);
  EXPECT_EQ(chosen.plan().fair, 3u);
  EXPECT_EQ(chosen.plan().most_prefixes, kMostPrefixes);
  EXPECT_TRUE(chosen.needs_effects());
  EXPECT_THAT(*chosen.note(), StartsWith("reduced by cache"));
}

TEST(ReductionChoice, KeepsTheStateOfFairnessWhereCacheIsAskedForAndThreadsYield) {
  ReductionChoice chosen = choice(asking(Reduction::kCache));
  chosen.give_up(GaveUp::kYields);
  EXPECT_EQ(chosen.plan().how, Reduced::kCache);
  EXPECT_TRUE(chosen.plan().yields);
}

TEST(ReductionChoice, ExploresEveryInterleavingWhereNothingElseIsPossible) {
  for (const GaveUp why : {GaveUp::kOperation, GaveUp::kThreads}) {
    ReductionChoice chosen = choice(asking(Reduction::kAuto));
    chosen.give_up(why);
    EXPECT_EQ(chosen.plan().how, Reduced::kNone);
    EXPECT_TRUE(chosen.plan().counts_classes);
    EXPECT_THAT(*chosen.note(), StartsWith("not reduced: "));
  }
}

TEST(ReductionChoice, TriesAllExecutionsWhereThereAreTooManyPrefixes) {
  ReductionChoice chosen = choice(asking(Reduction::kAuto));
  EXPECT_EQ(chosen.strategy(), StrategyKind::kIcb);
  chosen.give_up(GaveUp::kBudget);
  EXPECT_EQ(chosen.plan().how, Reduced::kDpor);
  EXPECT_EQ(chosen.strategy(), StrategyKind::kDpor);
  EXPECT_EQ(chosen.plan().most_executions, kMostUnbounded);
  EXPECT_THAT(*chosen.note(), StartsWith("reduced by dpor"));
  chosen.give_up(GaveUp::kBudget);
  EXPECT_EQ(chosen.plan().how, Reduced::kNone);
  EXPECT_EQ(chosen.strategy(), StrategyKind::kIcb);
  EXPECT_EQ(*chosen.note(), "not reduced: there are too many prefixes to keep");
  ReductionChoice asked = choice(asking(Reduction::kCache));
  asked.give_up(GaveUp::kBudget);
  EXPECT_EQ(asked.plan().how, Reduced::kNone);
}

std::string bytes_of(const ReductionChoice& chosen) {
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  chosen.save(sink);
  sink.seal();
  std::string_view content = bytes;
  EXPECT_TRUE(unseal(content));
  return std::string(content);
}

TEST(ReductionChoice, RemembersAnotherTimeWhatWasGivenUp) {
  ReductionChoice chosen = choice(asking(Reduction::kAuto));
  EXPECT_TRUE(chosen.can_be_saved());
  for (const GaveUp why : {GaveUp::kBudget, GaveUp::kBudget}) {
    chosen.give_up(why);
    const std::string bytes = bytes_of(chosen);
    ByteSource source(bytes);
    ReductionChoice other = choice(asking(Reduction::kAuto));
    ASSERT_TRUE(other.load(source));
    EXPECT_TRUE(source.at_end());
    EXPECT_EQ(other.plan().how, chosen.plan().how);
    EXPECT_EQ(other.plan().most_executions, chosen.plan().most_executions);
    EXPECT_EQ(other.note(), chosen.note());
    EXPECT_EQ(other.can_be_saved(), chosen.plan().how == Reduced::kDpor);
    EXPECT_EQ(bytes_of(other), bytes);
  }
  for (const std::string_view nonsense : {"\x01", "\x02\x05", "\x01\x07", "\x7f\x05"}) {
    ByteSource source(nonsense);
    EXPECT_FALSE(choice(asking(Reduction::kAuto)).load(source));
  }
  ByteSource nothing_given_up(std::string_view("\x01\x00", 2));
  EXPECT_FALSE(choice(asking(Reduction::kAuto)).load(nothing_given_up));
}

TEST(ReductionChoice, OfDporIsItsOwn) {
  ReductionChoice chosen = choice(asking(Reduction::kAuto, StrategyKind::kDpor));
  EXPECT_EQ(chosen.plan().how, Reduced::kDpor);
  EXPECT_EQ(chosen.plan().most_executions, 0u);
  EXPECT_EQ(chosen.strategy(), StrategyKind::kDpor);
  chosen.give_up(GaveUp::kYields);
  EXPECT_EQ(chosen.plan().how, Reduced::kCache);
  EXPECT_EQ(chosen.strategy(), StrategyKind::kDfs);
  for (const Reduction asked : {Reduction::kNone, Reduction::kCache, Reduction::kPor})
    EXPECT_THAT(refusal(asking(asked, StrategyKind::kDpor)), HasSubstr("has its own reduction"));
  RunOptions options = asking(Reduction::kAuto, StrategyKind::kDpor);
  options.depth = 10;
  EXPECT_THAT(refusal(options), HasSubstr("needs whole executions"));
}

TEST(ReductionChoice, ExploresEveryInterleavingAfterGivingUpTwice) {
  for (const GaveUp why : {GaveUp::kYields, GaveUp::kOperation, GaveUp::kThreads, GaveUp::kBudget}) {
    ReductionChoice chosen = choice(asking(Reduction::kPor));
    chosen.give_up(GaveUp::kYields);
    chosen.give_up(why);
    EXPECT_EQ(chosen.plan().how, Reduced::kNone);
    EXPECT_FALSE(chosen.plan().yields);
    EXPECT_THAT(*chosen.note(), StartsWith("not reduced: "));
  }
}

TEST(ReductionChoice, StopsCountingWhereClassesCannotBeToldApart) {
  ReductionChoice counting = choice(asking(Reduction::kNone));
  counting.give_up(GaveUp::kThreads);
  EXPECT_FALSE(counting.needs_effects());
  EXPECT_EQ(*counting.note(), "classes not counted: there are too many threads");
  ReductionChoice reducing = choice(asking(Reduction::kAuto));
  reducing.give_up(GaveUp::kThreads);
  reducing.give_up(GaveUp::kThreads);
  EXPECT_FALSE(reducing.needs_effects());
  EXPECT_EQ(*reducing.note(), "not reduced, and classes not counted: there are too many threads");
}

TEST(ReductionChoice, IsFurtherAheadWhereExecutionsAreCalls) {
  const RunOptions options = asking(Reduction::kAuto);
  EXPECT_EQ(ReductionChoice(options, wire::Isolation::kFork, 4).plan().speculative, 4u);
  EXPECT_EQ(ReductionChoice(options, wire::Isolation::kMemory, 4).plan().speculative, 4u);
  EXPECT_EQ(ReductionChoice(options, wire::Isolation::kNone, 4).plan().speculative, 4 * kSpeculativeCalls);
}

}  // namespace
}  // namespace stalemate::host
