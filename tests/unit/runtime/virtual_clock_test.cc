// Virtual time (S12) from its definition: the time of a step is the latest of its thread's own waits and of
// the steps that it depends on. Random steps of three threads on objects; the model keeps every step.
#include "runtime/scheduler/virtual_clock.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/time.h>

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/scheduler/sync_object.h"
#include "trail.h"

namespace stalemate::test {
namespace {
std::vector<std::uint32_t> values;  // of data choices to come
std::uint32_t choices = 0;
std::uint32_t sleeps = 0, yields = 0;
}  // namespace
}  // namespace stalemate::test

namespace stalemate::rt {

State g;
Racing racing;

const RealFunctions& real() {
  static const RealFunctions functions = [] {
    RealFunctions found = {};
    // Those that libraries of the test call.
    found.clock_gettime = reinterpret_cast<decltype(found.clock_gettime)>(dlsym(RTLD_NEXT, "clock_gettime"));
    found.gettimeofday = reinterpret_cast<decltype(found.gettimeofday)>(dlsym(RTLD_NEXT, "gettimeofday"));
    found.time = reinterpret_cast<decltype(found.time)>(dlsym(RTLD_NEXT, "time"));
    return found;
  }();
  return functions;
}

std::uint32_t choose_value(std::uint32_t n, OpKind) {
  EXPECT_EQ(n, 2u);
  return test::values[test::choices++];
}
bool pass_cancellable(SyncObject*, bool, bool) {
  test::sleeps += g.current->op == OpKind::kSleep ? 1 : 0;
  return false;
}
extern "C" void stalemate_rt_pass_noting(SyncObject*, bool, bool) {
  test::yields += g.current->op == OpKind::kYield ? 1 : 0;
}
void be_cancelled() { std::abort(); }
bool deliver_pending() { return false; }
void announce_cancelled(Fiber*) {}
void log_stored() {}
void take_call_stack(Fiber*, std::uintptr_t) {}
void track_unseen() {}
void reads_argument(const void*, std::size_t, std::uintptr_t) {}
void writes_argument(void*, std::size_t, std::uintptr_t) {}
void track_look() {}
void put_opaque() {}
Fiber* first_fiber() { return nullptr; }

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using rt::g;
using rt::kMonotonicStart;
using rt::kSecond;
using rt::kWallStart;

constexpr std::uint32_t kThreads = 3, kObjects = 3;

class VirtualClock : public testing::Test {
 protected:
  VirtualClock() {
    g = rt::State{};
    rt::prepare_objects();
    rt::forget_all_objects();
    g.current = &fibers[0];
  }
  ~VirtualClock() override { g = rt::State{}; }

  // As the program: what the test itself calls is libc's.
  template <class Call>
  auto as_program(Call call) {
    g.active = true;
    const auto result = call();
    g.active = false;
    return result;
  }

  rt::Fiber fibers[kThreads];
};

struct ModelStep {
  std::uint32_t object;
  bool changes;
  std::uint64_t time;
};

TEST_F(VirtualClock, IsCarriedAlongDependence) {
  static std::uint64_t objects[kObjects];
  for (std::uint32_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    Trail trail(seed);
    g = rt::State{};
    rt::forget_all_objects();
    for (rt::Fiber& fiber : fibers) fiber = rt::Fiber{};
    std::vector<ModelStep> steps;
    std::uint64_t time[kThreads] = {kMonotonicStart, kMonotonicStart, kMonotonicStart};
    bool used = false;
    for (std::uint32_t n = 0; n < 150 && !HasFailure(); ++n) {
      const std::uint32_t t = trail.below(kThreads), object = trail.below(kObjects);
      g.current = &fibers[t];
      if (trail.chance(20)) {
        const std::uint64_t deadline = kMonotonicStart + trail.below(100000);
        trail.add("thread", t, "waits until", deadline - kMonotonicStart);
        rt::reach(deadline);
        time[t] = std::max(time[t], deadline);
        used = true;
      } else {
        const bool changes = trail.chance(50);
        trail.add("thread", t, changes ? "changes" : "reads", object);
        rt::carry_time(&objects[object], changes);
        // Two reads do not depend on one another.
        for (const ModelStep& step : steps)
          if (step.object == object && (changes || step.changes)) time[t] = std::max(time[t], step.time);
        if (used) steps.push_back({object, changes, time[t]});
      }
      for (std::uint32_t u = 0; u < kThreads; ++u) ASSERT_EQ(fibers[u].clock, time[u]) << u << trail.text();
    }
  }
}

TEST_F(VirtualClock, TranslatesDeadlines) {
  const auto moment = [](std::uint64_t ns) {
    return timespec{static_cast<time_t>(ns / kSecond), static_cast<long>(ns % kSecond)};
  };
  Trail trail(1);
  for (std::uint32_t n = 0; n < 200; ++n) {
    const std::uint64_t later = 1 + trail.random() * std::uint64_t{1000} % (100 * kSecond);
    EXPECT_EQ(rt::virtual_deadline(CLOCK_REALTIME, moment(kWallStart + later)), kMonotonicStart + later);
    EXPECT_EQ(rt::virtual_deadline(CLOCK_MONOTONIC, moment(kMonotonicStart + later)),
              kMonotonicStart + later);
    EXPECT_EQ(rt::virtual_deadline(CLOCK_REALTIME, moment(kWallStart - later)), 0u);
  }
  EXPECT_EQ(rt::virtual_deadline(CLOCK_REALTIME, {-5, 0}), 0u);
}

// All clocks show one time, from where each of them begins; a look takes a microsecond.
TEST_F(VirtualClock, IsWhatEveryClockShows) {
  constexpr std::uint64_t kLook = 1000;
  std::uint64_t passed = 0;
  timespec now;
  const auto shown = [&] {
    return static_cast<std::uint64_t>(now.tv_sec) * kSecond + static_cast<std::uint64_t>(now.tv_nsec);
  };
  for (std::uint32_t n = 0; n < 20; ++n) {
    as_program([&] { return clock_gettime(CLOCK_MONOTONIC, &now); });
    EXPECT_EQ(shown(), kMonotonicStart + (passed += kLook));
    as_program([&] { return clock_gettime(CLOCK_REALTIME, &now); });
    EXPECT_EQ(shown(), kWallStart + (passed += kLook));
    as_program([&] { return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); });
    EXPECT_EQ(shown(), passed += kLook);
    as_program([&] { return timespec_get(&now, TIME_UTC); });
    EXPECT_EQ(shown(), kWallStart + (passed += kLook));
    timeval day;
    as_program([&] { return gettimeofday(&day, nullptr); });
    passed += kLook;
    EXPECT_EQ(static_cast<std::uint64_t>(day.tv_sec), (kWallStart + passed) / kSecond);
    EXPECT_EQ(static_cast<std::uint64_t>(day.tv_usec), (kWallStart + passed) % kSecond / 1000);
    const time_t seconds = as_program([] { return time(nullptr); });
    EXPECT_EQ(static_cast<std::uint64_t>(seconds), (kWallStart + (passed += kLook)) / kSecond);
    const timespec nap{0, 250000000};
    as_program([&] { return nanosleep(&nap, nullptr); });
    passed += 250000000;
    EXPECT_EQ(g.current->clock, kMonotonicStart + passed);
  }
  EXPECT_TRUE(g.uses_time);
  EXPECT_NE(g.uses_state & wire::kLooksAtClock, 0u);
}

TEST_F(VirtualClock, SleepsInOneStepUntilTheLaterOfNowAndThen) {
  sleeps = yields = 0;
  const timespec then{static_cast<time_t>(kMonotonicStart / kSecond) + 7, 5};
  as_program([&] { return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, nullptr); });
  EXPECT_EQ(g.current->clock, kMonotonicStart + 7 * kSecond + 5);
  const timespec earlier{static_cast<time_t>(kMonotonicStart / kSecond) + 3, 0};
  as_program([&] { return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &earlier, nullptr); });
  EXPECT_EQ(g.current->clock, kMonotonicStart + 7 * kSecond + 5);
  EXPECT_EQ(as_program([] { return sleep(2); }), 0u);
  EXPECT_EQ(as_program([] { return usleep(30); }), 0);
  EXPECT_EQ(g.current->clock, kMonotonicStart + 9 * kSecond + 30005);
  EXPECT_EQ(sleeps, 4u);
  const timespec wrong{0, 2000000000};
  EXPECT_EQ(as_program([&] { return nanosleep(&wrong, nullptr); }), -1);
  EXPECT_EQ(as_program([&] { return clock_nanosleep(CLOCK_REALTIME, 0, &wrong, nullptr); }), EINVAL);
  EXPECT_EQ(sleeps, 4u);
  as_program([] { return sched_yield(); });
  EXPECT_EQ(yields, 1u);
}

TEST_F(VirtualClock, NeverGoesBackHoweverLongAWait) {
  constexpr std::uint64_t kCentury = std::uint64_t{100} * 365 * 24 * 3600 * kSecond;
  std::uint64_t before = g.current->clock;
  const timespec longest{std::numeric_limits<time_t>::max(), 999999999};
  as_program([&] { return nanosleep(&longest, nullptr); });
  EXPECT_GE(g.current->clock, before + kCentury);
  for (std::uint32_t n = 0; n < 10; ++n) {
    before = g.current->clock;
    as_program([&] { return nanosleep(&longest, nullptr); });
    as_program([&] { return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &longest, nullptr); });
    EXPECT_GE(g.current->clock, before);
  }
  EXPECT_GE(rt::virtual_deadline(CLOCK_REALTIME, longest), kCentury / 2);
  EXPECT_GE(rt::virtual_deadline(CLOCK_REALTIME, {std::numeric_limits<time_t>::max() / 3, 0}), kCentury / 2);
}

class SpuriousEvents : public VirtualClock {};

// Never twice in a row for a thread and a kind of event; without its option, never and without a choice.
TEST_F(SpuriousEvents, AreChoicesThatDoNotRepeat) {
  static wire::Channel channel;
  for (std::uint32_t seed = 1; seed <= 40 && !HasFailure(); ++seed) {
    Trail trail(seed);
    g = rt::State{};
    g.channel = &channel;
    const std::uint32_t options = trail.below(8);
    channel.config.spurious = options & 1;
    channel.config.weak_cas = options >> 1 & 1;
    channel.config.try_fails = options >> 2 & 1;
    for (rt::Fiber& fiber : fibers) fiber = rt::Fiber{};
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> had;  // thread, kind
    for (std::uint32_t n = 0; n < 100; ++n) {
      const std::uint32_t t = trail.below(kThreads), kind = trail.below(3), value = trail.below(2);
      trail.add("thread", t, "kind", kind, "value", value);
      g.current = &fibers[t];
      values = {value};
      choices = 0;
      const bool happened = kind == 0   ? rt::wakes_for_no_reason(OpKind::kWait)
                            : kind == 1 ? rt::weak_swap_fails(OpKind::kCas)
                                        : rt::try_fails(OpKind::kTryLock);
      bool& before = had[{t, kind}];
      const bool asked = (options >> kind & 1) != 0 && !before;
      before = asked && value == 1;
      ASSERT_EQ(happened, before) << "options " << options << "\n" << trail.text();
      ASSERT_EQ(choices, asked ? 1u : 0u) << "options " << options << "\n" << trail.text();
    }
  }
}

}  // namespace
}  // namespace stalemate::test
