#include "report/interleaving.h"

#include <gtest/gtest.h>

#include "cases.h"

namespace stalemate::report {
namespace {

using namespace stalemate::testing;

std::vector<std::string> texts(const Interleaving& table, RowKind kind) {
  std::vector<std::string> out;
  for (const Row& row : table.rows)
    if (row.kind == kind) out.push_back(row.text);
  return out;
}

TEST(Interleaving, SaysWhyTheProcessorChangedHands) {
  const Interleaving table = explained(deadlock_log(), 1).interleaving;
  EXPECT_EQ(texts(table, RowKind::kSwitch),
            (std::vector<std::string>{"switch to 0.1: 0 blocked, waits for 0.1 to finish",
                                      "switch to 0.2: 0.1 preempted before lock bank.b"}));
}

TEST(Interleaving, NamesWhatThePreemptedThreadWasAboutToDo) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).step(1, OpKind::kStart).step(0, OpKind::kLock, kA);
  log.step(1, OpKind::kYield).blocked(1).step(0, OpKind::kYield).step(0, OpKind::kUnlock, kA).finished(0);
  log.enabled(1).step(1, OpKind::kLock, kA).ends(wire::Outcome::kAbort, 1);
  const Interleaving table = explained(log, 1).interleaving;
  EXPECT_EQ(texts(table, RowKind::kSwitch),
            (std::vector<std::string>{
                "switch to 0.1: 0 preempted before lock bank.a", "switch to 0: 0.1 preempted before yield",
                "switch to 0.1: 0 preempted before yield",
                "switch to 0: 0.1 blocked, waits for bank.a, held by 0", "switch to 0.1: 0 finished"}));
}

TEST(Interleaving, EndsWithTheFailure) {
  EXPECT_EQ(texts(explained(deadlock_log(), 1).interleaving, RowKind::kFailure),
            (std::vector<std::string>{"waits for 0.1 to finish", "waits for bank.b, held by 0.2",
                                      "waits for bank.a, held by 0.1"}));
  const Row last = explained(assertion_log(), 1).interleaving.rows.back();
  EXPECT_EQ(last.kind, RowKind::kFailure);
  EXPECT_EQ(last.text, "assertion fails");
  EXPECT_EQ(last.place, "queue.cc:57");
}

TEST(Interleaving, SaysWhatReadersWritersAndThoseAtABarrierWaitFor) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).create(0, 2, 2).step(0, OpKind::kReadLock, kA).blocked(0);
  log.step(1, OpKind::kStart)
      .step(1, OpKind::kBarrierArrive, kB)
      .blocked(1)
      .step(2, OpKind::kStart)
      .blocked(2);
  log.waits(0, OpKind::kWriteLock, kA, 0)
      .waits(1, OpKind::kBarrierLeave, kB, ~0u)
      .waits(2, OpKind::kWriteLock, kA, 0)
      .ends(wire::Outcome::kDeadlock);
  const Explanation explanation = explained(log, 1);
  EXPECT_EQ(
      texts(explanation.interleaving, RowKind::kFailure),
      (std::vector<std::string>{"waits for bank.a to write, which it holds itself",
                                "waits for more threads at bank.b", "waits for bank.a to write, held by 0"}));
  EXPECT_EQ(explanation.finding.message,
            "0 waits for bank.a to write, which it holds itself; 0.1 waits for more threads at bank.b; "
            "0.2 waits for bank.a to write, held by 0");
}

TEST(Interleaving, SaysThatTheHolderHasEnded) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).step(1, OpKind::kStart).step(1, OpKind::kLock, kA).finished(1);
  log.waits(0, OpKind::kLock, kA, 1).ends(wire::Outcome::kDeadlock);
  EXPECT_EQ(explained(log, 1).finding.message, "0 waits for bank.a, held by 0.1, which has ended");
}

TEST(Interleaving, TellsAMissedSignalFromAMutexThatIsHeld) {
  LogBuilder log;
  log.step(0, OpKind::kStart)
      .create(0, 1, 7)
      .step(0, OpKind::kLock, kA)
      .step(0, OpKind::kWait, kB)
      .blocked(0);
  log.step(1, OpKind::kStart).blocked(1);
  log.waits(0, OpKind::kReacquire, kB, ~0u)
      .waits(1, OpKind::kReacquire, kB, 0)
      .ends(wire::Outcome::kDeadlock);
  const Explanation explanation = explained(log, 1);
  EXPECT_EQ(texts(explanation.interleaving, RowKind::kFailure),
            (std::vector<std::string>{"waits for a signal on bank.b",
                                      "waits for the mutex of its wait on bank.b, held by 0"}));
  EXPECT_EQ(explanation.finding.locations[0].thread, "0.1");
}

TEST(Interleaving, SaysWhomASignalWakes) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 7).step(0, OpKind::kSignal, kB).datum(0, 1);
  log.step(0, OpKind::kSignal, kB)
      .choice(0, 1, 2, OpKind::kSignal)
      .datum(0, 1)
      .ends(wire::Outcome::kAbort, 0);
  const auto steps = texts(explained(log, 1).interleaving, RowKind::kStep);
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[2], "signal bank.b, wakes 0.1");
  EXPECT_EQ(steps[4], "wakes 0.1 (choice 1 of 2)");
}

TEST(Interleaving, NamesTheStepThatAPreemptedThreadNeverMade) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 7).step(1, OpKind::kStart).ends(wire::Outcome::kAssertion, 1);
  log.pending(0, OpKind::kStore, kA);
  EXPECT_EQ(texts(explained(log, 1).interleaving, RowKind::kSwitch),
            std::vector<std::string>{"switch to 0.1: 0 preempted before store bank.a"});
}

TEST(ShownValue, IsSignedOrAnAddressWhereItLooksLikeOne) {
  EXPECT_EQ(shown_value(0xffffffff, 4), "-1");
  EXPECT_EQ(shown_value(0xff, 1), "-1");
  EXPECT_EQ(shown_value(200, 4), "200");
  EXPECT_EQ(shown_value(~std::uint64_t{0}, 8), "-1");
  EXPECT_EQ(shown_value(0x7ffff7dd1000, 8), "0x7ffff7dd1000");
}

TEST(Interleaving, FindsTheJoinedThreadByItsSlot) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 7).step(0, OpKind::kJoin, 7).ends(wire::Outcome::kAbort, 0);
  EXPECT_EQ(texts(explained(log, 1).interleaving, RowKind::kStep).back(), "join 0.1");
}

TEST(Interleaving, FoldsLongStretches) {
  const Interleaving table = explained(long_log(), 1).interleaving;
  EXPECT_EQ(texts(table, RowKind::kSkipped), std::vector<std::string>{"96 more steps"});
  EXPECT_EQ(texts(table, RowKind::kStep).size(), 7u);
}

TEST(Interleaving, FoldsLongTablesButKeepsTheEnd) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1);
  for (int i = 0; i < 5000; ++i) log.step(1, OpKind::kYield).step(0, OpKind::kYield);
  log.ends(wire::Outcome::kStepLimit, 0);
  const Interleaving table = explained(log, 1).interleaving;
  EXPECT_LT(table.rows.size(), 250u);
  EXPECT_EQ(texts(table, RowKind::kGap).size(), 1u);
  EXPECT_EQ(table.rows.back().kind, RowKind::kFailure);
  EXPECT_EQ((table.rows.end() - 2)->step, 10002u);
}

TEST(Interleaving, NamesLanesByTheOutermostFunctionOfTheUser) {
  const Interleaving table = explained(deadlock_log(), 1).interleaving;
  EXPECT_EQ(table.lanes.at(0).name, "main");
  EXPECT_EQ(table.lanes.at(1).name, "transfer");
  EXPECT_EQ(table.lanes.at(2).name, "main::{lambda}");
}

}  // namespace
}  // namespace stalemate::report
