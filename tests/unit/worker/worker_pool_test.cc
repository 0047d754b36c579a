#include "worker/worker_pool.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "explore/strategy/strategies.h"
#include "fake_server.h"
#include "worker/frontier_memory.h"

namespace stalemate::host {
namespace {

// Everything that the search emitted, in order.
class Journal : public explore::Observer {
 public:
  struct Entry {
    std::uint64_t number;
    std::vector<wire::Deviation> deviations;
    wire::Outcome outcome;
    std::uint8_t signal;
    std::uint32_t steps;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  explore::Next on_execution(const explore::Execution& e) override {
    entries.push_back({e.number, e.item->deviations, e.header->outcome, e.header->signal, e.header->steps});
    ids.push_back(e.item->id.value);
    if (interrupt_after == entries.size()) interrupt = true;
    return entries.size() == stop_after ? explore::Next::kStop : explore::Next::kGoOn;
  }

  std::vector<Entry> entries;
  std::vector<std::uint64_t> ids;
  std::size_t stop_after = 0;
  std::size_t interrupt_after = 0;
  std::atomic<bool> interrupt{false};
};

struct Trial {
  FakeProgram program{.toy = {.threads = 3, .steps = 3, .loser = ~0u, .crash_thread = ~0u, .output = {}},
                      .mischief = shared_mischief()};
  WorkerPoolOptions options;
  Journal journal;
  WorkerPoolReport report;
  explore::Summary summary;

  Trial() {
    options.config.isolation = wire::Isolation::kNone;
    options.interrupted = &journal.interrupt;
  }

  Result<void> run() {
    explore::MemoryLimits room;
    room.memory = frontier_memory();
    explore::Search search(explore::make_strategy("icb", {}), {}, journal, room);
    const auto start = [this](const wire::Config& config, RingSizes sizes) {
      return Worker::spawn({&fake_serve, nullptr, &program}, config, sizes);
    };
    auto result = WorkerPool(start, options).run(search);
    if (!result) return tl::unexpected<Error>(result.error());
    report = *result;
    summary = search.summary();
    return {};
  }
};

std::vector<Journal::Entry> undisturbed() {
  Trial trial;
  EXPECT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.journal.entries.size(), interleavings(trial.program.toy));
  return trial.journal.entries;
}

TEST(WorkerPool, RunsEveryInterleavingOnce) {
  Trial trial;
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.journal.entries.size(), 1680u) << "9! / 3!^3";
  EXPECT_TRUE(trial.summary.complete);
  EXPECT_EQ(trial.report.end, PoolEnd::kDone);
}

// The item of the first execution: nothing in it deviates.
std::uint64_t first_item() {
  Trial trial;
  trial.journal.stop_after = 1;
  EXPECT_TRUE(trial.run().has_value());
  return trial.journal.ids.at(0);
}

class PoolJobs : public ::testing::TestWithParam<std::tuple<unsigned, wire::Isolation>> {};

TEST_P(PoolJobs, EmitTheSameSequence) {
  static const std::vector<Journal::Entry> expected = undisturbed();
  Trial trial;
  trial.options.jobs = std::get<0>(GetParam());
  trial.options.config.isolation = std::get<1>(GetParam());
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.journal.entries, expected);
  EXPECT_EQ(std::accumulate(trial.report.taken.begin(), trial.report.taken.end(), std::uint64_t{0}), 1680u);
}

INSTANTIATE_TEST_SUITE_P(Counts, PoolJobs,
                         ::testing::Combine(::testing::Values(1u, 2u, 4u, 9u),
                                            ::testing::Values(wire::Isolation::kNone,
                                                              wire::Isolation::kFork)));

TEST(WorkerPool, GivesEveryWorkerSomeOfFewItems) {
  Trial trial;
  trial.program.toy = {
      .threads = 2, .steps = 4, .loser = ~0u, .crash_thread = ~0u, .output = {}};  // 70 executions
  trial.options.jobs = 3;
  trial.options.config.isolation = wire::Isolation::kFork;
  ASSERT_TRUE(trial.run().has_value());
  ASSERT_EQ(trial.report.taken.size(), 3u);
  EXPECT_GT(*std::min_element(trial.report.taken.begin(), trial.report.taken.end()), 0u);
}

TEST(WorkerPool, WorksThroughTheSmallestRings) {
  Trial trial;
  trial.options.sizes = {4096, 4096};
  trial.options.jobs = 2;
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.journal.entries, undisturbed());
}

TEST(WorkerPool, LosesNothingWhenServersAreKilled) {
  for (const unsigned jobs : {1u, 3u}) {
    Trial trial;
    trial.options.jobs = jobs;
    trial.program.mischief->kill_server_every = 97;
    ASSERT_TRUE(trial.run().has_value());
    EXPECT_GT(trial.report.servers_lost, 5u);
    EXPECT_EQ(trial.journal.entries, undisturbed());
  }
}

TEST(WorkerPool, LosesNothingWhenSessionsAreKilledFromOutside) {
  for (const auto isolation : {wire::Isolation::kNone, wire::Isolation::kFork}) {
    Trial trial;
    trial.options.jobs = 2;
    trial.options.config.isolation = isolation;
    trial.program.mischief->kill_child_every = 53;
    ASSERT_TRUE(trial.run().has_value());
    EXPECT_GT(trial.program.mischief->executions, 1700u) << "none was killed";
    EXPECT_EQ(trial.journal.entries, undisturbed());
  }
}

TEST(WorkerPool, CountsALogOnceThoughItsWorkerDiedAfterPublishingIt) {
  Trial trial;
  trial.program.mischief->die_after_publish_every = 10;
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.journal.entries, undisturbed());
}

TEST(WorkerPool, ReplacesAWorkerThatScribblesOnItsLog) {
  Trial trial;
  trial.options.jobs = 2;
  trial.program.mischief->scribble_every = 91;
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_GT(trial.report.servers_lost, 5u);
  EXPECT_EQ(trial.journal.entries, undisturbed());
}

TEST(WorkerPool, ReportsAnItemThatCrashesWithAsMuchOfItsLogAsThereIs) {
  Trial trial;
  trial.program.mischief->crash_item = first_item();
  ASSERT_TRUE(trial.run().has_value());
  const Journal::Entry& crashed = trial.journal.entries.at(0);
  EXPECT_EQ(crashed.outcome, wire::Outcome::kCrash);
  EXPECT_EQ(crashed.signal, SIGSEGV);
  EXPECT_EQ(crashed.steps, 2u) << "the steps before the crash";
  EXPECT_GT(trial.journal.entries.size(), 1000u) << "the alternatives to those steps";
}

TEST(WorkerPool, ReportsAnItemThatTakesItsServerWithItTwiceAsACrash) {
  Trial trial;
  trial.program.mischief->murder_item = first_item();
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.report.servers_lost, 2u);
  const auto crashes = std::count_if(trial.journal.entries.begin(), trial.journal.entries.end(),
                                     [](const auto& e) { return e.outcome == wire::Outcome::kCrash; });
  EXPECT_EQ(crashes, 1);
  EXPECT_GT(trial.journal.entries.size(), 1000u);
}

TEST(WorkerPool, StopsWhereTheObserverWantsIt) {
  for (const unsigned jobs : {1u, 2u, 4u}) {
    Trial trial;
    trial.options.jobs = jobs;
    trial.journal.stop_after = 100;
    ASSERT_TRUE(trial.run().has_value());
    EXPECT_EQ(trial.journal.entries.size(), 100u);
    EXPECT_EQ(trial.summary.executions, 100u);
  }
}

TEST(WorkerPool, StopsWhenInterrupted) {
  Trial trial;
  trial.journal.interrupt_after = 50;
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.report.end, PoolEnd::kInterrupted);
  EXPECT_GE(trial.journal.entries.size(), 50u);
  EXPECT_LT(trial.journal.entries.size(), 1680u);
}

TEST(WorkerPool, StopsAtItsDeadline) {
  Trial trial;
  trial.options.deadline = std::chrono::steady_clock::now();
  ASSERT_TRUE(trial.run().has_value());
  EXPECT_EQ(trial.report.end, PoolEnd::kDeadline);
  EXPECT_FALSE(trial.summary.complete);
}

TEST(WorkerPool, SaysWhyNoWorkerStarts) {
  Trial trial;
  trial.program.mischief->refuse = 1;
  const auto result = trial.run();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kCannotStart);
}

TEST(WorkerPool, GivesUpOnServersThatDieBeforeTheyRunAnything) {
  Trial trial;
  trial.program.mischief->silent = 1;
  const auto result = trial.run();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kCannotStart);
}

}  // namespace
}  // namespace stalemate::host
