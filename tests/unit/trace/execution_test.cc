#include "trace/execution.h"

#include <gtest/gtest.h>

#include <cstring>

#include "log_builder.h"
#include "model/wire/layout.h"

namespace stalemate::trace {
namespace {

using testing::LogBuilder;

TEST(ReadExecution, NamesThreadsByCreationPath) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).create(0, 2, 2).step(2, OpKind::kStart).create(2, 3, 4711);
  const Execution execution = read_execution(log.view());
  ASSERT_EQ(execution.threads.size(), 4u);
  EXPECT_EQ(execution.threads[1].path, "0.1");
  EXPECT_EQ(execution.threads[2].path, "0.2");
  EXPECT_EQ(execution.threads[3].path, "0.2.1");
  EXPECT_EQ(execution.threads[3].slot, 4711u);
  EXPECT_EQ(execution.threads[3].parent, 2u);
}

TEST(ReadExecution, TellsPreemptionFromBlockingFinishingAndTimedWaits) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1);
  log.step(1, OpKind::kStart).blocked(1);        // 0 was enabled: preempted
  log.step(0, OpKind::kYield).enabled(1);        // 1 was blocked
  log.step(0, OpKind::kSleep).enabled(0, true);  //
  log.step(1, OpKind::kLock).finished(1);        // 0 sleeps: free
  log.step(0, OpKind::kExit);                    // 1 has finished
  const Execution execution = read_execution(log.view());
  std::vector<SwitchReason> reasons;
  for (const Point& point : execution.points) reasons.push_back(point.reason);
  EXPECT_EQ(reasons, (std::vector{SwitchReason::kStart, SwitchReason::kContinues, SwitchReason::kPreempted,
                                  SwitchReason::kBlocked, SwitchReason::kContinues, SwitchReason::kFree,
                                  SwitchReason::kFinished}));
  EXPECT_EQ(execution.preemptions, 1u);
  EXPECT_EQ(execution.switches, 4u);
  EXPECT_EQ(execution.steps, 7u);
}

TEST(ReadExecution, KeepsTheFramesOfTheFailureApartFromThoseOfTheLastStep) {
  LogBuilder log;
  log.step(0, OpKind::kStart).frames(0, {10, 11}).frames(0, {20, 21, 22});
  const Execution execution = read_execution(log.view());
  ASSERT_EQ(execution.points[0].stack.size(), 2u);
  ASSERT_EQ(execution.failing_stack.size(), 3u);
  EXPECT_EQ(execution.failing_stack[0].pc, 20u);
}

TEST(ReadExecution, FallsBackToTheLastStepOfTheFailingThread) {
  LogBuilder log;
  log.step(0, OpKind::kStart).frames(0, {10}).create(0, 1, 1).step(1, OpKind::kStart).frames(1, {30});
  log.ends(wire::Outcome::kAbort, 0);
  log.step(0, OpKind::kYield).frames(0, {11});
  EXPECT_EQ(read_execution(log.view()).failing_stack.at(0).pc, 11u);
}

TEST(ReadExecution, ReadsWhoWaitsForWhomInADeadlock) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1);
  log.waits(0, OpKind::kLock, 0x500, 1).frames(0, {40, 41}).held_at(1, 0x77);
  log.waits(1, OpKind::kJoin, 0, ~0u).frames(1, {50});
  const Execution execution = read_execution(log.view());
  ASSERT_EQ(execution.blocked.size(), 2u);
  EXPECT_EQ(execution.blocked[0].holder, 1u);
  EXPECT_EQ(execution.blocked[0].held_at, 0x77u);
  EXPECT_EQ(execution.blocked[0].stack.size(), 2u);
  EXPECT_FALSE(execution.blocked[1].holder.has_value());
  EXPECT_EQ(execution.blocked[1].stack.at(0).pc, 50u);
}

TEST(ReadExecution, TakesFramesThatFollowAChangeOfTheEnabledSetForThoseOfTheStep) {
  LogBuilder log;
  log.step(0, OpKind::kStart)
      .create(0, 1, 1)
      .frames(0, {10})
      .step(1, OpKind::kStart)
      .blocked(0)
      .frames(1, {20});
  log.ends(wire::Outcome::kAbort, 0).frames(0, {30});
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(execution.points[1].stack.at(0).pc, 10u);
  EXPECT_EQ(execution.points[2].stack.at(0).pc, 20u);
  EXPECT_EQ(execution.failing_stack.at(0).pc, 30u);
}

TEST(ReadExecution, LooksForADeadlockInItsCycle) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1);
  log.waits(0, OpKind::kJoin, 1, 1).waits(1, OpKind::kLock, 0x500, 0);
  EXPECT_EQ(read_execution(log.view()).failing_thread, 1u);
}

TEST(ReadExecution, InfersTheHolderOfAMutexFromTheSteps) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).step(1, OpKind::kLock, 0x500).step(0, OpKind::kLock, 0x600);
  log.step(0, OpKind::kUnlock, 0x600).waits(0, OpKind::kLock, 0x500, ~0u).waits(1, OpKind::kLock, 0x600, ~0u);
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(execution.blocked[0].holder, 1u);
  EXPECT_FALSE(execution.blocked[1].holder);
  EXPECT_EQ(last_acquisition(execution, 0x500), &execution.points[2]);
  EXPECT_EQ(last_acquisition(execution, 0x600), nullptr);
}

TEST(ReadExecution, TakesTheFrameAddressFromTheUpperBits) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 3).step(1, OpKind::kStart);
  log.add({wire::RecordKind::kFrame, OpKind::kNone, 1, 0x123400u, 0x10});
  const CodeAddress frame = read_execution(log.view()).points[2].stack.at(0);
  EXPECT_EQ(frame.cfa, layout::kStackRegion + 3 * layout::kStackStride + 0x1234);
}

TEST(ReadExecution, SurvivesALogThatMakesNoSense) {
  LogBuilder log;
  log.add({static_cast<wire::RecordKind>(99), static_cast<OpKind>(77), 65535, ~0u, ~0ull});
  log.step(9, static_cast<OpKind>(200)).step(9, OpKind::kCreate, ~0ull, ~0u);
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(execution.points.size(), 2u);
  EXPECT_EQ(execution.threads[9].path, "?9");
  EXPECT_FALSE(execution.threads[9].known);
}

}  // namespace
}  // namespace stalemate::trace
