#include "trace/event_trace.h"

#include <gtest/gtest.h>

#include "random_trace.h"

namespace stalemate::trace {
namespace {

using K = EventKind;

// Threads A, B, C; one object of each kind.
EventTrace trace_of(std::vector<Event> events) {
  EventTrace trace;
  trace.threads = {"A", "B", "C"};
  trace.variables = {"x"};
  trace.locks = {"l"};
  trace.conditions = {"c"};
  trace.semaphores = {"s"};
  trace.semaphore_counts = {0};
  trace.barriers = {"b"};
  trace.barrier_parties = {2};
  trace.locations = {"1"};
  trace.events = std::move(events);
  return trace;
}

Event at(std::uint16_t thread, K kind, std::uint32_t object = 0, bool timed_out = false) {
  Event event;
  event.thread = thread;
  event.kind = kind;
  event.object = object;
  event.timed_out = timed_out;
  return event;
}

std::string why_not(std::vector<Event> events) {
  const auto checked = check_feasible(trace_of(std::move(events)));
  return checked ? "feasible" : checked.error().sentence;
}

TEST(EventTrace, LocksExcludeEachOther) {
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(0, K::kAcquire), at(0, K::kRelease), at(0, K::kRelease),
                     at(1, K::kAcquire)}),
            "feasible");
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(0, K::kAcquire), at(0, K::kRelease), at(1, K::kAcquire)}),
            "event 4: B acquires l, which A has");
  EXPECT_EQ(
      why_not({at(0, K::kReadAcquire), at(1, K::kReadAcquire), at(0, K::kReadRelease), at(2, K::kAcquire)}),
      "event 4: C acquires l, which B has");
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(1, K::kReadAcquire)}), "event 2: B acquires l, which A has");
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(0, K::kReadAcquire), at(0, K::kRelease), at(0, K::kReadRelease)}),
            "feasible");
}

TEST(EventTrace, OnlyWhatIsHeldIsReleased) {
  EXPECT_EQ(why_not({at(0, K::kRelease)}), "event 1: A releases l, which it does not have");
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(1, K::kRelease)}),
            "event 2: B releases l, which it does not have");
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(0, K::kReadRelease)}),
            "event 2: A releases l, which it does not have");
}

TEST(EventTrace, AFailedTryNeedsAnotherHolder) {
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(1, K::kTryFailed)}), "feasible");
  EXPECT_EQ(why_not({at(0, K::kReadAcquire), at(1, K::kTryFailed)}), "feasible");
  EXPECT_EQ(why_not({at(0, K::kAcquire), at(0, K::kTryFailed)}),
            "event 2: A fails to acquire l, which no other thread holds");
}

TEST(EventTrace, ThreadsRunBetweenForkAndJoin) {
  EXPECT_EQ(why_not({at(0, K::kFork, 1), at(1, K::kRead), at(0, K::kJoin, 1)}), "feasible");
  EXPECT_EQ(why_not({at(0, K::kFork, 2), at(0, K::kJoin, 2)}), "feasible");
  EXPECT_EQ(why_not({at(1, K::kRead), at(0, K::kFork, 1)}), "event 1: B runs before it is forked at event 2");
  EXPECT_EQ(why_not({at(0, K::kFork, 1), at(0, K::kJoin, 1), at(1, K::kRead)}),
            "event 3: B runs on after it was joined at event 2");
  EXPECT_EQ(why_not({at(0, K::kJoin, 1), at(0, K::kFork, 1)}),
            "event 1: A joins B before that is forked at event 2");
  EXPECT_EQ(why_not({at(0, K::kFork, 1), at(0, K::kFork, 1)}), "event 2: A forks B, which was forked before");
  EXPECT_EQ(why_not({at(0, K::kFork, 0)}), "event 1: A runs before it is forked at event 1");
  EXPECT_EQ(why_not({at(0, K::kJoin, 0)}), "event 1: A joins A, which is itself");
}

TEST(EventTrace, WaitsEndByANotificationOfTheirOwn) {
  const Event a_acquires = at(0, K::kAcquire), a_waits = at(0, K::kWait), a_wakes = at(0, K::kWake);
  const Event b_acquires = at(1, K::kAcquire), b_waits = at(1, K::kWait), b_wakes = at(1, K::kWake);
  const Event notify = at(2, K::kNotify), all = at(2, K::kNotifyAll);
  EXPECT_EQ(why_not({a_acquires, a_waits, notify, a_wakes}), "feasible");
  EXPECT_EQ(why_not({a_acquires, a_waits, a_wakes}), "event 3: A wakes up without a notification of c");
  EXPECT_EQ(why_not({notify, a_acquires, a_waits, a_wakes}),
            "event 4: A wakes up without a notification of c");
  EXPECT_EQ(why_not({a_acquires, a_waits, at(0, K::kWake, 0, true)}), "feasible");
  EXPECT_EQ(why_not({a_waits}), "event 1: A waits with l, which it does not have");
  EXPECT_EQ(why_not({a_acquires, a_waits, at(0, K::kRead)}), "event 3: A continues although it waits for c");
  EXPECT_EQ(why_not({a_wakes}), "event 1: A wakes up from a wait for c that it is not in");
  EXPECT_EQ(why_not({a_acquires, a_waits, notify, b_acquires, a_wakes}),
            "event 5: A wakes up with l, which B has");
  EXPECT_EQ(why_not({a_acquires, a_waits, b_acquires, b_waits, notify, a_wakes, at(0, K::kRelease), b_wakes}),
            "event 8: B wakes up without a notification of c");
  EXPECT_EQ(why_not({a_acquires, a_waits, b_acquires, b_waits, all, a_wakes, at(0, K::kRelease), b_wakes}),
            "feasible");
  // The first of two notifications is B's, whose wait is the later one; the second can be A's.
  EXPECT_EQ(why_not({a_acquires, a_waits, b_acquires, b_waits, notify, b_wakes, at(1, K::kRelease), notify,
                     a_wakes}),
            "feasible");
  EXPECT_EQ(why_not({a_acquires, a_waits, at(1, K::kJoin, 0)}), "event 3: B joins A, which waits for c");
}

TEST(EventTrace, AWaitGivesUpAllLevelsAndGetsThemBack) {
  const Event a = at(0, K::kAcquire), r = at(0, K::kRelease);
  EXPECT_EQ(why_not({a, a, at(0, K::kWait), at(1, K::kAcquire), at(1, K::kNotify), at(1, K::kRelease),
                     at(0, K::kWake), r, r}),
            "feasible");
  EXPECT_EQ(why_not({a, a, at(0, K::kWait), at(1, K::kNotify), at(0, K::kWake), r, r, r}),
            "event 8: A releases l, which it does not have");
}

TEST(EventTrace, SemaphoresCount) {
  EXPECT_EQ(why_not({at(0, K::kPost), at(1, K::kDown)}), "feasible");
  EXPECT_EQ(why_not({at(0, K::kPost), at(1, K::kDown), at(0, K::kDown)}),
            "event 3: A passes the semaphore s while its count is 0");
}

TEST(EventTrace, BarriersLetGoWhenAllHaveArrived) {
  const Event a = at(0, K::kArrive), b = at(1, K::kArrive), a_leaves = at(0, K::kLeave),
              b_leaves = at(1, K::kLeave);
  EXPECT_EQ(why_not({a, b, a_leaves, b_leaves, b, a, a_leaves, b_leaves}), "feasible");
  EXPECT_EQ(why_not({a, a_leaves}), "event 2: A leaves b before all have arrived");
  EXPECT_EQ(why_not({a_leaves}), "event 1: A leaves b without having arrived");
  EXPECT_EQ(why_not({a, b, a_leaves, a, b_leaves, a_leaves}), "event 6: A leaves b before all have arrived");
  EXPECT_EQ(why_not({a, a}), "event 2: A arrives at b again without leaving");
}

TEST(EventTrace, RefusesWhatIsInNoTable) {
  EXPECT_EQ(why_not({at(0, K::kRead), at(7, K::kRead)}),
            "event 2: it names what is in no table of the trace");
  EXPECT_EQ(why_not({at(0, K::kRead, 1)}), "event 1: it names what is in no table of the trace");
  Event beyond = at(0, K::kRead);
  beyond.location = 1;
  EXPECT_EQ(why_not({beyond}), "event 1: it names what is in no table of the trace");
  EventTrace trace = trace_of({at(0, K::kRead)});
  trace.points = {1, 2};
  EXPECT_FALSE(check_feasible(trace));
  trace.points.clear();
  trace.semaphore_counts.clear();
  EXPECT_FALSE(check_feasible(trace));
}

TEST(EventTrace, WhatARandomProgramDoesIsFeasible) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto checked = check_feasible(RandomTrace(seed).make(60));
    EXPECT_TRUE(checked) << "seed " << seed << ": " << checked.error().sentence;
  }
}

}  // namespace
}  // namespace stalemate::trace
