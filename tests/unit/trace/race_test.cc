#include "trace/race.h"

#include <gtest/gtest.h>

#include "log_builder.h"

namespace stalemate::trace {
namespace {

using stalemate::testing::LogBuilder;
using wire::RecordKind;

constexpr std::uint64_t kX = 0x601080;
constexpr std::uint32_t kWrite = wire::kAccessWrites;

// Main and thread 1, which has access to x.
LogBuilder begun() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart).create(0, 1, 1).frames(0, {0x10});
  log.step(1, OpKind::kStart);
  return log;
}

std::optional<Race> race_of(LogBuilder& log, std::uint64_t later, std::uint64_t earlier) {
  log.finished(1).ends(wire::Outcome::kFinished);
  return find_race(read_execution(log.view()), {later, earlier});
}

TEST(Race, HasTheLastFittingAccessByTheCodeThatItNames) {
  LogBuilder log = begun();
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite).frames(1, {0x21, 0x2e});
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite).frames(1, {0x21, 0x2f});
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite).frames(1, {0x20, 0x2f});
  log.access(RecordKind::kAccess, 1, kX, 4).frames(1, {0x21});
  log.access(RecordKind::kAccess, 1, kX + 4, 4 | kWrite).frames(1, {0x21});
  log.access(RecordKind::kAccess, 0, kX, 4 | kWrite).frames(0, {0x21});
  log.race(0, kX, 4 | wire::kEarlierWrites | 1u << 16, {0x30, 0x11}, 0x21);
  const auto race = race_of(log, 0x30, 0x21);
  ASSERT_TRUE(race);
  EXPECT_EQ(code_of(race->earlier), 0x21u);
  ASSERT_EQ(race->earlier.stack.size(), 2u);
  EXPECT_EQ(race->earlier.stack[1].pc, 0x2fu);
  EXPECT_EQ(race->later.stack.size(), 2u);
  EXPECT_FALSE(race->later.writes);
  EXPECT_FALSE(race->quiet());
}

TEST(Race, IsOneOfSeveralOfTheSameCode) {
  LogBuilder log = begun();
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite).frames(1, {0x20});
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite).frames(1, {0x21});
  log.race(0, kX, 4 | wire::kEarlierWrites | 1u << 16, {0x30}, 0x20);
  log.race(0, kX, 4 | wire::kEarlierWrites | 1u << 16, {0x30}, 0x21);
  log.finished(1).ends(wire::Outcome::kFinished);
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(code_of(find_race(execution, {0x30, 0x20})->earlier), 0x20u);
  EXPECT_EQ(code_of(find_race(execution, {0x30, 0x21})->earlier), 0x21u);
  EXPECT_FALSE(find_race(execution, {0x30, 0x22}));
  EXPECT_FALSE(find_race(execution, {0x21, 0x30}));
}

TEST(Race, MayBeWithAnAtomicAccess) {
  LogBuilder log = begun();
  log.step(1, OpKind::kStore, kX).frames(1, {0x21}).datum(1, 3);
  log.step(1, OpKind::kCas, kX, 0).frames(1, {0x22}).datum(1, 3);
  log.race(0, kX + 4, 4 | wire::kEarlierWrites | wire::kEarlierAtomic | 1u << 16, {0x30}, 0x21);
  const auto race = race_of(log, 0x30, 0x21);
  ASSERT_TRUE(race);
  EXPECT_EQ(code_of(race->earlier), 0x21u);
  EXPECT_TRUE(race->earlier.is_atomic);
  EXPECT_FALSE(race->later.is_atomic);
}

TEST(Race, IsToldOfAnAtomicAccess) {
  LogBuilder log = begun();
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite).frames(1, {0x20});
  log.step(0, OpKind::kLoad, kX).frames(0, {0x30});
  log.race(0, kX, 4 | wire::kAccessAtomic | wire::kEarlierWrites | 1u << 16, {0x30}, 0x20);
  const auto race = race_of(log, 0x30, 0x20);
  ASSERT_TRUE(race);
  EXPECT_TRUE(race->later.is_atomic);
  EXPECT_EQ(code_of(race->earlier), 0x20u);
}

TEST(Race, IsQuietIfOneSideIsVolatileOrBothAreAllowed) {
  LogBuilder log = begun();
  log.access(RecordKind::kAccess, 1, kX, 4 | kWrite | wire::kAccessVolatile).frames(1, {0x20});
  log.race(0, kX, 4 | wire::kEarlierWrites | 1u << 16, {0x30}, 0x20);
  log.race(0, kX, 4 | wire::kRaceQuiet | wire::kEarlierWrites | 1u << 16, {0x31}, 0x20);
  log.finished(1).ends(wire::Outcome::kFinished);
  const Execution execution = read_execution(log.view());
  EXPECT_TRUE(find_race(execution, {0x30, 0x20})->quiet());
  EXPECT_TRUE(find_race(execution, {0x31, 0x20})->quiet());
}

TEST(Race, KeepsItsThreadsWhereTheLogHasNothingElse) {
  LogBuilder log = begun();
  log.race(0, kX, 4 | kWrite | 1u << 16, {0x30}, 0x20);
  const auto race = race_of(log, 0x30, 0x20);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.thread, 1u);
  EXPECT_EQ(code_of(race->earlier), 0u);
}

TEST(Race, LeavesTheStacksOfStepsAndOfTheFailureAlone) {
  LogBuilder log = begun();
  log.step(1, OpKind::kLock, kX).frames(1, {0x20});
  log.access(RecordKind::kRace, 1, kX, 4).frames(1, {0x30});
  log.frames(1, {0x40, 0x41}).ends(wire::Outcome::kAbort, 1);
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(execution.points.back().stack.size(), 1u);
  ASSERT_EQ(execution.failing_stack.size(), 2u);
  EXPECT_EQ(execution.failing_stack[0].pc, 0x40u);
}

}  // namespace
}  // namespace stalemate::trace
