// What the toy worker writes is what the wire format says of a worker that tells effects: the reducers are
// tested on nothing else.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "model/log/log_walk.h"
#include "model/operations.h"
#include "random_reduction.h"
#include "toy_names.h"

namespace stalemate::toy {
namespace {

using wire::RecordKind;

std::vector<wire::Record> of_kind(const Log& log, RecordKind kind) {
  std::vector<wire::Record> found;
  for (const wire::Record& r : log.records)
    if (r.kind == kind) found.push_back(r);
  return found;
}

Log run_with(const Program& program, std::vector<wire::Deviation> deviations) {
  explore::WorkItem item;
  item.deviations = std::move(deviations);
  return run(program, item);
}

TEST(ToyLog, TellsTheMutexOfAWaitAndWhomASignalWakes) {
  Program program;
  program.bodies = {{{Op::kCreate, 1}, {Op::kCreate, 1}, {Op::kSignal, 0}},
                    {{Op::kLock, 1}, {Op::kWait, 0, 1}, {Op::kUnlock, 1}}};
  // Both threads go to sleep, then main signals and wakes the second one.
  const Log log = run_with(program, {{2, 1}, {5, 2}, {8, 0}, {9, 1}});
  EXPECT_EQ(log.header.outcome, wire::Outcome::kDeadlock);
  const auto effects = of_kind(log, RecordKind::kEffect);
  ASSERT_EQ(effects.size(), 3u);
  EXPECT_TRUE(effects[0].op == OpKind::kWait && effects[0].object == mutex_name(1));
  EXPECT_TRUE(effects[2].op == OpKind::kSignal && effects[2].thread == 0 && effects[2].value == 2);
  const auto choices = of_kind(log, RecordKind::kChoice);
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_TRUE(choices[0].op == OpKind::kSignal && choices[0].object == 2 && choices[0].value == 1);
  const auto pending = of_kind(log, RecordKind::kPending);
  ASSERT_EQ(pending.size(), 1u);
  EXPECT_TRUE(pending[0].op == OpKind::kReacquire && pending[0].thread == 1 &&
              pending[0].object == condition_name(0));
}

TEST(ToyLog, NamesThreadsByTheirSlots) {
  Program program;
  program.bodies = {{{Op::kCreate, 1}, {Op::kJoin, 0}, {Op::kExit}}, {{Op::kCreate, 2}}, {{Op::kAdd, 0, 1}}};
  const auto steps = of_kind(run_with(program, {}), RecordKind::kStep);
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[0].object, 1u);  // create
  EXPECT_EQ(steps[1].object, 1u);  // start
  EXPECT_EQ(steps[2].object, slot_name({0, 1, 1}));
  EXPECT_TRUE(steps[3].op == OpKind::kJoin && steps[3].object == 1);
}

// Runs every program along its first executions.
TEST(ToyLog, RandomProgramsAreWalkableAndShowEveryOperationAndEnd) {
  Dice dice(5);
  std::map<OpKind, std::set<std::uint32_t>> values;
  std::set<wire::Outcome> outcomes;
  std::size_t signals_with_choice = 0;
  for (int i = 0; i < 10000; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    explore::WorkItem item;
    item.tail = wire::Tail::kRandom;
    item.seed = dice.below(1u << 30) + 1;
    const Log log = run(program, item);
    LogWalk walk;
    walk.start(log.view());
    while (walk.next())
      if (walk.is_thread_point()) values[walk.record().op].insert(walk.record().value);
    ASSERT_FALSE(walk.malformed()) << program.text();
    outcomes.insert(log.header.outcome);
    for (const wire::Record& r : of_kind(log, RecordKind::kChoice))
      signals_with_choice += r.op == OpKind::kSignal;
  }
  using enum wire::Outcome;
  for (const wire::Outcome o : {kFinished, kDeadlock, kAssertion}) EXPECT_TRUE(outcomes.contains(o));
  using enum OpKind;
  for (const OpKind op :
       {kTryLock, kTimedLock, kCas, kTryReadLock, kTryWriteLock, kTimedReadLock, kTimedWriteLock, kTryJoin,
        kTimedJoin, kSemTryWait, kSemTimedWait, kBarrierArrive, kReacquire, kOnce, kFutexWait, kFutexWoken})
    EXPECT_EQ(values[op].size(), 2u) << name_of(op) << " goes one way only";
  for (const OpKind op :
       {kLoad,         kStore,    kRmw,       kLock,       kUnlock,      kWait,    kSignal,
        kBroadcast,    kReadLock, kWriteLock, kReadUnlock, kWriteUnlock, kSemWait, kSemPost,
        kBarrierLeave, kOnceDone, kFutexWake, kJoin,       kExit,        kYield,   OpKind::kSleep})
    EXPECT_FALSE(values[op].empty()) << name_of(op) << " never happens";
  EXPECT_GT(signals_with_choice, 0u);
}

}  // namespace
}  // namespace stalemate::toy
