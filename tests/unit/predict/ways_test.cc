// Single ways of deciding, each against the oracle, so that none hides behind the ones before it.
#include <gtest/gtest.h>

#include "oracle.h"
#include "predict/decide/ideal.h"
#include "predict/decide/saturation.h"
#include "predict/decide/shared_runs.h"
#include "random_traces.h"

namespace stalemate::predict_test {
namespace {

using namespace predict;
using trace::EventTrace;

template <class Take>
void each_goal(const TraceIndex& index, Take&& take) {
  for (std::uint32_t read = 0; read < index.size(); ++read) {
    if (!is_read(index.event(read))) continue;
    const std::uint32_t variable = index.event(read).object;
    take(Goal{read, kNone, variable});
    for (const std::uint32_t write : index.writes_of(variable))
      if (write != read) take(Goal{read, write, variable});
  }
}

std::pair<std::size_t, std::int64_t> key(Goal goal) {
  return {goal.read, goal.challenger == kNone ? -1 : std::int64_t{goal.challenger}};
}

TEST(Saturation, RefutesMostAndNothingFeasible) {
  std::size_t refuted = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const EventTrace trace = random_trace(seed, 14);
    const Seen seen = all_seen(trace);
    const TraceIndex index(trace);
    const Cones cones(index);
    Saturation saturation(index, cones);
    Ideal required;
    each_goal(index, [&](Goal goal) {
      if (goal.challenger == index.writer(goal.read)) return;
      const bool possible = seen.count(key(goal)) > 0;
      if (require(index, cones, goal, required) != Reason::kNone) {
        ASSERT_FALSE(possible) << goal.read << " " << goal.challenger << "\n" << std_lines(trace);
        return;
      }
      if (saturation.saturate(goal, 0, required) == Reason::kNone) {
        missed += !possible;
        return;
      }
      ++refuted;
      ASSERT_FALSE(possible) << goal.read << " " << goal.challenger << "\n" << std_lines(trace);
    });
  }
  EXPECT_GT(refuted, 300u);
  EXPECT_LT(missed, refuted);
  std::printf("%zu refuted, %zu missed\n", refuted, missed);
}

TEST(Cones, HoldOnlyWhatEveryPrefixNeeds) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const EventTrace trace = random_trace(seed, 12);
    const Seen seen = all_seen(trace);
    const TraceIndex index(trace);
    const Cones cones(index);
    each_goal(index, [&](Goal goal) {
      const bool after = goal.challenger != kNone && cones.contains(cones.of(goal.challenger), goal.read);
      ASSERT_FALSE(after && seen.count(key(goal)) > 0) << goal.read << " " << goal.challenger << "\n"
                                                       << std_lines(trace);
    });
  }
}

}  // namespace
}  // namespace stalemate::predict_test
