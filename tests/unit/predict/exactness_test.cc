// Every verdict of the analysis against the oracle's, on traces small enough to try everything.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "oracle.h"
#include "predict/predict.h"
#include "random_traces.h"

namespace stalemate::predict_test {
namespace {

using predict::Verdict;
using trace::EventKind;
using trace::EventTrace;

struct Tally {
  std::uint64_t traces = 0, feasible = 0, infeasible = 0, unknown = 0;
};

struct Collected : predict::TripletSink {
  void take(const predict::Triplet& triplet) override { triplets.push_back(triplet); }
  std::vector<predict::Triplet> triplets;
};

bool judged(const EventTrace& trace, const std::vector<std::uint16_t>& schedule, const predict::Triplet& t,
            const std::vector<std::int64_t>& writers) {
  const auto seen = predict::simulate(trace, schedule);
  if (!seen || seen->empty() || seen->back() != t.challenger) return false;
  std::vector<std::size_t> done(trace.threads.size(), 0);
  std::vector<std::vector<std::size_t>> events(trace.threads.size());
  for (std::size_t i = 0; i < trace.events.size(); ++i) events[trace.events[i].thread].push_back(i);
  for (std::size_t i = 0; i + 1 < schedule.size(); ++i)
    if (const std::size_t event = events[schedule[i]][done[schedule[i]]++]; (*seen)[i] != writers[event])
      return false;
  return accepts(trace, schedule, t.read, t.challenger);
}

std::size_t challengers(const EventTrace& trace, std::size_t read, std::int64_t writer) {
  std::size_t count = writer != predict::kInitial;
  for (std::size_t i = 0; i < trace.events.size(); ++i)
    count += (trace.events[i].kind == EventKind::kWrite || trace.events[i].kind == EventKind::kUpdate) &&
             trace.events[i].object == trace.events[read].object && i != read &&
             static_cast<std::int64_t>(i) != writer;
  return count;
}

// What is wrong with the verdicts; empty if nothing is.
std::string wrong(const EventTrace& trace, predict::Limits limits, Tally* tally = nullptr) {
  predict::Analysis analysis(trace, limits);
  Collected collected;
  analysis.run(collected);
  const Seen seen = all_seen(trace);
  std::map<std::size_t, std::size_t> asked;
  for (const predict::Triplet& t : collected.triplets) {
    const std::string which =
        "read " + std::to_string(t.read) + ", challenger " + std::to_string(t.challenger);
    const bool possible = seen.count({t.read, t.challenger}) > 0;
    ++asked[t.read];
    if (t.verdict == Verdict::kFeasible && !possible) return "false feasible: " + which;
    if (t.verdict == Verdict::kInfeasible && possible) return "false infeasible: " + which;
    if (t.verdict == Verdict::kFeasible &&
        !judged(trace, analysis.schedule(t.read, t.challenger), t, analysis.writers()))
      return "bad schedule: " + which;
    if (tally) {
      tally->feasible += t.verdict == Verdict::kFeasible;
      tally->infeasible += t.verdict == Verdict::kInfeasible;
      tally->unknown += t.verdict == Verdict::kUnknown;
    }
  }
  for (std::size_t i = 0; i < trace.events.size(); ++i)
    if ((trace.events[i].kind == EventKind::kRead || trace.events[i].kind == EventKind::kUpdate) &&
        !limits.window && asked[i] != challengers(trace, i, analysis.writers()[i]))
      return "not every challenger of read " + std::to_string(i);
  if (tally) ++tally->traces;
  return {};
}

std::string smallest(const EventTrace& trace, predict::Limits limits) {
  const EventTrace small =
      shrunk(trace, [&](const EventTrace& each) { return !wrong(each, limits).empty(); });
  return wrong(small, limits) + "\n" + std_lines(small);
}

void check_random(std::uint64_t first_seed, std::uint64_t count, std::size_t most_events,
                  predict::Limits limits = {}, double most_unknown = 0.02) {
  Tally tally;
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    const EventTrace trace = random_trace(seed, most_events);
    ASSERT_TRUE(could_happen(trace)) << std_lines(trace);
    ASSERT_EQ(wrong(trace, limits, &tally), "") << smallest(trace, limits);
  }
  const auto all = static_cast<double>(tally.feasible + tally.infeasible + tally.unknown);
  EXPECT_LT(static_cast<double>(tally.unknown), most_unknown * all);
  EXPECT_GT(tally.feasible, tally.traces / 2);
  std::printf("%lu traces: %lu feasible, %lu infeasible, %lu unknown\n", tally.traces, tally.feasible,
              tally.infeasible, tally.unknown);
}

void check_all(std::size_t events, const std::vector<EventKind>& kinds) {
  Tally tally;
  each_trace(events, kinds, [&](const EventTrace& trace) {
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(wrong(trace, {}, &tally), "") << std_lines(trace);
  });
  EXPECT_EQ(tally.unknown, 0u);
  std::printf("%lu traces: %lu feasible, %lu infeasible\n", tally.traces, tally.feasible, tally.infeasible);
}

TEST(PredictExactness, AllTracesOfReadsAndWrites) { check_all(7, {EventKind::kRead, EventKind::kWrite}); }

TEST(PredictExactness, AllTracesWithALock) {
  check_all(6, {EventKind::kRead, EventKind::kWrite, EventKind::kAcquire, EventKind::kRelease});
}

TEST(PredictExactness, AllTracesWithASharedLockAndUpdates) {
  check_all(5, {EventKind::kUpdate, EventKind::kWrite, EventKind::kReadAcquire, EventKind::kReadRelease,
                EventKind::kAcquire, EventKind::kRelease, EventKind::kTryFailed});
}

TEST(PredictExactness, AllTracesThatWait) {
  check_all(6, {EventKind::kUpdate, EventKind::kWait, EventKind::kWake, EventKind::kNotify,
                EventKind::kAcquire, EventKind::kRelease});
}

TEST(PredictExactness, RandomTraces) { check_random(1, 4000, 12); }

TEST(PredictExactness, FinalValues) {
  std::size_t others = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const EventTrace trace = random_trace(seed, 10);
    const Seen seen = all_final(trace);
    for (const auto& final : predict::Analysis(trace).final_values(100000)) {
      ASSERT_EQ(final.verdict == Verdict::kFeasible, seen.count({final.variable, final.challenger}) > 0)
          << "variable " << final.variable << ", challenger " << final.challenger << "\n"
          << std_lines(trace);
      ASSERT_NE(final.verdict, Verdict::kUnknown);
      others += final.verdict == Verdict::kFeasible;
    }
  }
  EXPECT_GT(others, 300u);
}

TEST(PredictExactness, QuickWaysNeverLie) {
  predict::Limits limits;
  limits.quick = true;
  check_random(500000, 1000, 12, limits, 0.1);
}

TEST(PredictExactness, WindowsNeverLie) {
  predict::Limits limits;
  limits.window = 4;
  check_random(700000, 1000, 12, limits, 0.1);
}

TEST(PredictExactness, LongerRandomTraces) { check_random(600000, 300, 18); }

// Too long for the oracle to try everything, but it can judge every schedule.
TEST(PredictExactness, SchedulesOfLongTracesHold) {
  std::size_t feasible = 0;
  for (std::uint64_t seed = 800000; seed < 800020; ++seed) {
    const EventTrace trace = random_trace(seed, 150);
    predict::Analysis analysis(trace), again(trace);
    Collected first, second;
    analysis.run(first);
    again.run(second);
    ASSERT_EQ(first.triplets.size(), second.triplets.size());
    for (std::size_t i = 0; i < first.triplets.size(); ++i) {
      const predict::Triplet& t = first.triplets[i];
      ASSERT_EQ(t.verdict, second.triplets[i].verdict);
      if (t.verdict != Verdict::kFeasible || i % 5 != 0) continue;
      ++feasible;
      ASSERT_TRUE(judged(trace, analysis.schedule(t.read, t.challenger), t, analysis.writers()))
          << "read " << t.read << ", challenger " << t.challenger << "\n"
          << std_lines(trace);
    }
  }
  EXPECT_GT(feasible, 300u);
}

TEST(PredictExactnessLong, ManyRandomTraces) { check_random(1000000, 100000, 12); }

}  // namespace
}  // namespace stalemate::predict_test
