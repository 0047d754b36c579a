// The contract of a search beyond its order: what it reports, and what it does with logs that do not fit.
#include "explore/search.h"

#include <gtest/gtest.h>

#include <functional>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

struct Recorder final : explore::Observer {
  explore::Next on_execution(const explore::Execution& e) override {
    ++executions;
    prefix_differs += e.prefix_differs;
    malformed += e.malformed;
    diverged += e.header->outcome == wire::Outcome::kDiverged;
    if (on_each) on_each();
    return explore::Next::kGoOn;
  }
  std::uint64_t executions = 0, prefix_differs = 0, malformed = 0, diverged = 0;
  std::function<void()> on_each;
};

// Runs icb over the program; `tamper` may change the log of the n-th finished item.
Recorder run_tampered(const Program& program, const std::function<void(int, Log&)>& tamper) {
  Recorder recorder;
  explore::Search search(explore::make_strategy("icb", {}), {}, recorder);
  explore::WorkItem item;
  for (int n = 0; search.next(item); ++n) {
    Log log = run(program, item);
    tamper(n, log);
    search.finished(item.id, log.view());
  }
  EXPECT_TRUE(search.done());
  return recorder;
}

const Program kSmall = forked(2, repeat(kFaa, 2));  // 69 executions, 3 of them without preemption

TEST(Search, ReportsThePapersFigures) {
  Wish wish;
  wish.keep = false;
  const Explored explored = explore_toy(forked(2, repeat(kLocked, 3)), wish);
  EXPECT_EQ(explored.summary.steps_max, 2u + 2u + 2u * 7u + 1u);  // creates, joins, threads, exit
  EXPECT_EQ(explored.summary.blocking_max, 2u + 6u);              // joins, locks
  EXPECT_EQ(explored.summary.preemptions_max, 8u);
  EXPECT_EQ(explored.summary.threads_max, 3u);
  EXPECT_EQ(explored.summary.abandoned, 0u);
}

TEST(Search, CountsAbandonedExecutionsAndExploresBeyondThem) {
  Recorder recorder;
  explore::Search search(explore::make_strategy("icb", {}), {}, recorder);
  explore::WorkItem item;
  for (int n = 0; search.next(item); ++n) {
    Log log = run(kSmall, item);
    if (n % 2 == 0) log.header.outcome = wire::Outcome::kAbandoned;
    search.finished(item.id, log.view());
  }
  EXPECT_EQ(search.summary().abandoned, 35u);
  EXPECT_EQ(search.summary().executions, 69u);
}

TEST(Search, FailedExecutionsKeepTheirAlternatives) {
  for (const auto outcome : {wire::Outcome::kRunning, wire::Outcome::kCrash, wire::Outcome::kAssertion,
                             wire::Outcome::kHang, wire::Outcome::kStepLimit}) {
    const Recorder seen = run_tampered(kSmall, [&](int n, Log& log) {
      if (n == 0) log.header.outcome = outcome;
    });
    EXPECT_EQ(seen.executions, 69u);
  }
}

TEST(Search, ADivergedExecutionIsEmittedAndNotExpanded) {
  const Recorder seen = run_tampered(kSmall, [](int n, Log& log) {
    if (n == 0) log.header.outcome = wire::Outcome::kDiverged;
  });
  EXPECT_EQ(seen.executions, 1u);
  EXPECT_EQ(seen.diverged, 1u);
}

TEST(Search, NoticesAPrefixThatDiffersFromItsParents) {
  const Recorder operation = run_tampered(kSmall, [](int n, Log& log) {
    if (n == 1) log.records[1].op = OpKind::kStore;  // the first step, long before the deviation
  });
  EXPECT_EQ(operation.prefix_differs, 1u);
  EXPECT_LT(operation.executions, 69u);
  const Recorder too_short = run_tampered(kSmall, [](int n, Log& log) {
    if (n == 1) log.records.resize(2);
  });
  EXPECT_EQ(too_short.prefix_differs, 1u);
}

TEST(Search, NoticesALogThatContradictsItself) {
  const auto spoil = [](const std::function<void(Log&)>& how) {
    return run_tampered(kSmall, [&](int n, Log& log) {
      if (n == 0) how(log);
    });
  };
  const auto step = [](Log& log, int n) -> wire::Record& {
    for (wire::Record& r : log.records)
      if (r.kind == wire::RecordKind::kStep && n-- == 0) return r;
    return log.records.back();
  };
  EXPECT_EQ(spoil([&](Log& log) { step(log, 0).thread = 7; }).malformed, 1u) << "never enabled";
  EXPECT_EQ(spoil([&](Log& log) { step(log, 1).value = 9; }).malformed, 1u) << "ids follow creation";
  EXPECT_EQ(spoil([&](Log& log) { step(log, 1).thread = 1; }).malformed, 1u) << "the tail runs on";
  EXPECT_EQ(spoil([](Log& log) { log.records[0].thread = 5; }).malformed, 1u) << "unknown thread";
}

TEST(Search, SkipsRecordsThatAreNoPoints) {
  const Recorder seen = run_tampered(kSmall, [](int, Log& log) {
    std::vector<wire::Record> records;
    for (const wire::Record& r : log.records) {
      records.push_back(r);
      if (r.kind != wire::RecordKind::kStep) continue;
      records.push_back({wire::RecordKind::kFrame, OpKind::kNone, r.thread, 0, 0x1234});
    }
    log.records = records;
  });
  EXPECT_EQ(seen.executions, 69u);
  EXPECT_EQ(seen.malformed, 0u);
}

TEST(Search, StopEndsItAtOnceAndIgnoresLateLogs) {
  Recorder recorder;
  explore::Search search(explore::make_strategy("icb", {}), {}, recorder);
  explore::WorkItem first;
  ASSERT_TRUE(search.next(first));
  search.finished(first.id, run(kSmall, first).view());
  explore::WorkItem late;
  ASSERT_TRUE(search.next(late));
  search.stop();
  EXPECT_TRUE(search.done());
  explore::WorkItem none;
  EXPECT_FALSE(search.next(none));
  EXPECT_EQ(search.in_flight(), 1u);
  search.finished(late.id, run(kSmall, late).view());
  EXPECT_EQ(search.in_flight(), 0u);
  EXPECT_EQ(recorder.executions, 1u);
  EXPECT_EQ(search.summary().limit, explore::Limit::kStopped);
  EXPECT_FALSE(search.summary().complete);
}

TEST(Search, MayBeStoppedByItsObserver) {
  Recorder recorder;
  explore::Search search(explore::make_strategy("icb", {}), {}, recorder);
  recorder.on_each = [&] { search.stop(); };
  explore::WorkItem item;
  ASSERT_TRUE(search.next(item));
  search.finished(item.id, run(kSmall, item).view());
  EXPECT_TRUE(search.done());
  EXPECT_EQ(search.summary().executions, 1u);
}

TEST(Search, AnIdThatWasNeverIssuedIsAFaultOfOurs) {
  Recorder recorder;
  explore::Search search(explore::make_strategy("icb", {}), {}, recorder);
  explore::WorkItem item;
  ASSERT_TRUE(search.next(item));
  const Log log = run(kSmall, item);
  EXPECT_EXIT(search.finished(ItemId{item.id.value + 1}, log.view()), testing::ExitedWithCode(70),
              "in flight");
}

TEST(Search, ADataChoiceBeforeTheFirstStepIsExplored) {
  Program program;
  program.bodies = {{{Op::kChoose, 0, 3}, {Op::kSkipUnless, 0, 2, 1}, {Op::kCrash}, {Op::kAdd, 0, 1}}};
  const Explored explored = explore_toy(program, {});
  EXPECT_EQ(explored.outcomes,
            (std::vector{wire::Outcome::kFinished, wire::Outcome::kFinished, wire::Outcome::kCrash}));
}

// Leaving a thread that waits for its timeout is no preemption (S3).
TEST(Search, SwitchingAwayFromATimedWaitIsFree) {
  const Program timed = forked(1, {{Op::kTimed}});
  const Program plain = forked(1, {{Op::kAdd, 0, 1}});
  const auto with_main = [](Program p, const Op& op) {
    p.bodies[0].insert(p.bodies[0].begin() + 1, op);
    return explore_toy(p, {}).summary.per_bound;
  };
  EXPECT_EQ(with_main(plain, {Op::kTimed}).at(0), 2u);  // main may be left in its wait, or not
  EXPECT_EQ(with_main(plain, {Op::kAdd, 1, 1}).at(0), 1u);
  EXPECT_EQ(explore_toy(timed, {}).summary.per_bound, explore_toy(plain, {}).summary.per_bound);
}

TEST(Strategies, AreMadeByName) {
  for (const char* name : {"icb", "dfs", "depth", "idfs", "random"})
    EXPECT_NE(explore::make_strategy(name, {}), nullptr) << name;
  EXPECT_EQ(explore::make_strategy("bfs", {}), nullptr);
  explore::Parameters zero;
  zero.depth = 0;
  EXPECT_EQ(explore::make_strategy("depth", zero), nullptr);
}

}  // namespace
}  // namespace stalemate::toy
