#include "predict/replay_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/std_format.h"

namespace stalemate::predict {
namespace {

using ::testing::ElementsAre;
using trace::EventTrace;
using trace::Schedule;

// A trace with the step of each event, and a schedule of so many points in which some choose a value.
struct Recorded {
  EventTrace trace;
  Schedule schedule;

  Recorded(const std::string& text, std::vector<std::uint32_t> points) {
    auto parsed = trace::parse_std(text);
    EXPECT_TRUE(parsed) << parsed.error().sentence;
    trace = parsed.value_or(EventTrace{});
    trace.points = std::move(points);
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      if (schedule.choices.size() <= trace.points[i]) schedule.choices.resize(trace.points[i] + 1);
      schedule.choices[trace.points[i]].thread = trace.events[i].thread;
    }
  }

  void value(std::size_t point, std::uint32_t chosen) {
    schedule.choices[point].is_value = true;
    schedule.choices[point].chosen = chosen;
  }

  std::vector<std::uint32_t> choices(const std::vector<std::uint16_t>& order) const {
    const auto plan = plan_replay(trace, schedule, order);
    EXPECT_TRUE(plan) << plan.error().sentence;
    std::vector<std::uint32_t> out;
    if (!plan) return out;
    for (const wire::Deviation& deviation : plan->deviations) {
      EXPECT_EQ(deviation.point, out.size());
      out.push_back(deviation.choice);
    }
    return out;
  }
};

TEST(ReplayPlan, ChoosesTheThreadOfEachStep) {
  const Recorded recorded("0|fork(0.1)|1\n0|w(x)|2\n0.1|r(x)|3\n", {0, 1, 2});
  EXPECT_THAT(recorded.choices({0, 1}), ElementsAre(0, 1));
}

TEST(ReplayPlan, TakesTheEventsOfOneStepTogether) {
  const Recorded recorded("0|fork(0.1)|1\n0|w(x)|2\n0|post(s)|2\n0.1|down(s)|3\n", {0, 1, 1, 2});
  EXPECT_THAT(recorded.choices({0, 0, 0, 1}), ElementsAre(0, 0, 1));
}

TEST(ReplayPlan, NumbersThreadsByWhoCreatesFirst) {
  const Recorded recorded(
      "0|fork(0.1)|1\n0|fork(0.2)|2\n0.1|fork(0.1.1)|3\n0.1.1|w(x)|4\n0.2|fork(0.2.1)|5\n0.2.1|r(x)|6\n",
      {0, 1, 2, 3, 4, 5});
  // Threads in the order of the trace: 0, 0.1, 0.2, 0.1.1, 0.2.1.
  EXPECT_THAT(recorded.choices({0, 0, 2, 4}), ElementsAre(0, 0, 2, 3));
}

TEST(ReplayPlan, RepeatsValuesBehindTheStepThatTheyBelongTo) {
  Recorded recorded("0|fork(0.1)|1\n0|w(x)|2\n0.1|w(x)|3\n0.1|r(x)|4\n", {0, 1, 3, 4});
  recorded.value(2, 7);  // by 0, after its write
  EXPECT_THAT(recorded.choices({0, 1, 0, 1}), ElementsAre(0, 1, 0, 7, 1));
}

constexpr const char* kBarrier =
    "0|fork(0.1)|1\n0|arrive(b,2)|2\n0.1|arrive(b,2)|3\n0.1|leave(b,2)|3\n0|leave(b,2)|4\n0|w(x)|5\n0.1|r(x)|"
    "6\n";

TEST(ReplayPlan, LetsWhoComesLastToABarrierLeaveInTheSameStep) {
  const Recorded recorded(kBarrier, {0, 1, 2, 2, 3, 4, 5});
  EXPECT_THAT(recorded.choices({0, 0, 1, 1, 0, 0, 1}), ElementsAre(0, 0, 1, 0, 0, 1));
  // The other way round, it is thread 0 that needs no step to leave.
  EXPECT_THAT(recorded.choices({0, 1, 0, 0, 1, 0, 1}), ElementsAre(0, 1, 0, 1, 0, 1));
}

constexpr const char* kSignal =
    "0|fork(0.1)|1\n0|fork(0.2)|2\n0.2|acq(m)|3\n0.2|wait(c,m)|4\n0.1|acq(m)|5\n0.1|wait(c,m)|6\n"
    "0|notify(c)|7\n0.1|wake(c,m)|8\n0.1|rel(m)|9\n0|notify(c)|10\n0.2|wake(c,m)|11\n0.2|r(x)|12\n";

TEST(ReplayPlan, WakesWhoWakesUpFirstInTheWitness) {
  Recorded recorded(kSignal, {0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12});
  recorded.value(7, 0);
  ASSERT_EQ(recorded.trace.threads[1], "0.1");
  EXPECT_THAT(recorded.choices({0, 0, 2, 2, 1, 1, 0, 1, 1, 0, 2, 2}),
              ElementsAre(0, 0, 2, 2, 1, 1, 0, 0, 1, 1, 0, 2, 2));
  // 0.2 by the first signal: the second of the two who wait, by their names.
  EXPECT_THAT(recorded.choices({0, 0, 2, 2, 1, 1, 0, 2, 2}), ElementsAre(0, 0, 2, 2, 1, 1, 0, 1, 2, 2));
  // Where one waits there is nothing to choose.
  EXPECT_THAT(recorded.choices({0, 0, 2, 2, 0, 2, 2}), ElementsAre(0, 0, 2, 2, 0, 2, 2));
}

TEST(ReplayPlan, RefusesAScheduleThatDoesNotBelongToTheTrace) {
  Recorded recorded("0|w(x)|1\n0|r(x)|2\n", {0, 1});
  recorded.schedule.choices.resize(1);
  EXPECT_FALSE(plan_replay(recorded.trace, recorded.schedule, {0, 0}));
  recorded.trace.points.clear();
  EXPECT_FALSE(plan_replay(recorded.trace, recorded.schedule, {0, 0}));
}

}  // namespace
}  // namespace stalemate::predict
