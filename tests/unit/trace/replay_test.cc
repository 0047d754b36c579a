#include "trace/replay.h"

#include <gtest/gtest.h>

#include "log_builder.h"

namespace stalemate::trace {
namespace {

using testing::LogBuilder;

class OneName : public Naming {
 public:
  std::string object(OpKind, std::uint64_t) const override { return "m"; }
  std::string place(const CallStack&) const override { return "q.cc:42"; }
};

LogBuilder recorded() {
  LogBuilder log;
  log.step(0, OpKind::kStart)
      .create(0, 1, 1)
      .step(1, OpKind::kLock, 5)
      .choice(1, 1, 3)
      .step(0, OpKind::kLock, 5);
  return log;
}

TEST(Replay, RebuildsOneDeviationPerPoint) {
  LogBuilder log = recorded();
  const auto deviations = deviations_of(schedule_from_log(log.view(), Naming()));
  const std::vector<wire::Deviation> expected{{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 0}};
  EXPECT_EQ(deviations, expected);
}

TEST(Replay, RebuildsThreadNumbersFromTheText) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).step(1, OpKind::kStart).create(1, 2, 99).create(0, 3, 2);
  log.step(2, OpKind::kStart).step(3, OpKind::kStart);
  const Schedule schedule = schedule_from_log(log.view(), Naming());
  const Result<Schedule> parsed = parse_schedule(to_text(schedule));
  ASSERT_TRUE(parsed) << parsed.error().sentence;
  EXPECT_EQ(deviations_of(*parsed), deviations_of(schedule));
  EXPECT_EQ(parsed->threads, (std::vector<std::string>{"0", "0.1", "0.1.1", "0.2"}));
}

TEST(Replay, FitsItself) {
  LogBuilder log = recorded();
  EXPECT_FALSE(compare(schedule_from_log(log.view(), Naming()), log.view()));
}

TEST(Replay, FitsAnExecutionThatRunsOn) {
  LogBuilder log = recorded();
  const Schedule schedule = schedule_from_log(log.view(), Naming());
  log.step(0, OpKind::kUnlock, 5).ends(wire::Outcome::kFinished);
  EXPECT_FALSE(compare(schedule, log.view()));
}

TEST(Replay, SaysWhichStepCameInsteadOfWhich) {
  LogBuilder log = recorded();
  const Schedule schedule = schedule_from_log(log.view(), OneName());
  LogBuilder other;
  other.step(0, OpKind::kStart).create(0, 1, 1).step(1, OpKind::kStore, 5);
  const std::optional<Mismatch> mismatch = compare(schedule, other.view());
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->point, 2u);
  EXPECT_EQ(mismatch->sentence(), "at step 3: expected 0.1 lock m at q.cc:42, came 0.1 store");
}

TEST(Replay, NoticesAnotherThreadAndAnotherNumberOfAlternatives) {
  LogBuilder log = recorded();
  const Schedule schedule = schedule_from_log(log.view(), Naming());
  LogBuilder thread;
  thread.step(0, OpKind::kStart).create(0, 1, 1).step(0, OpKind::kLock, 5);
  EXPECT_EQ(compare(schedule, thread.view())->sentence(), "at step 3: expected 0.1 lock, came 0 lock");
  LogBuilder choice;
  choice.step(0, OpKind::kStart).create(0, 1, 1).step(1, OpKind::kLock, 5).choice(1, 1, 2);
  EXPECT_EQ(compare(schedule, choice.view())->sentence(),
            "at step 4: expected choose 1 of 3, came choose 1 of 2");
}

TEST(Replay, NoticesAnEarlyEndAndADivergedWorker) {
  LogBuilder log = recorded();
  const Schedule schedule = schedule_from_log(log.view(), Naming());
  LogBuilder early;
  early.step(0, OpKind::kStart).ends(wire::Outcome::kFinished);
  EXPECT_EQ(compare(schedule, early.view())->sentence(),
            "at step 2: expected 0 create, came the end of the execution");
  LogBuilder diverged;
  diverged.step(0, OpKind::kStart).ends(wire::Outcome::kDiverged, ~0u, "0.1 is not enabled");
  diverged.header().divergence = 1;
  EXPECT_EQ(compare(schedule, diverged.view())->sentence(),
            "at step 2: expected 0 create, came 0.1 is not enabled");
}

}  // namespace
}  // namespace stalemate::trace
