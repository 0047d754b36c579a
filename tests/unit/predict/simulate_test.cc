#include <gtest/gtest.h>

#include "oracle.h"
#include "predict/predict.h"

namespace stalemate::predict_test {
namespace {

using trace::Event;
using trace::EventKind;
using trace::EventTrace;

EventTrace three_threads() {
  EventTrace trace;
  trace.threads = {"T0", "T1", "T2"};
  trace.variables = {"x"};
  trace.locks = {"l0", "l1"};
  trace.conditions = {"c"};
  return trace;
}

void add(EventTrace& trace, std::uint16_t thread, EventKind kind, std::uint32_t object = 0,
         std::uint32_t lock = 0) {
  Event event;
  event.thread = thread;
  event.kind = kind;
  event.object = object;
  event.lock = lock;
  trace.events.push_back(event);
}

std::vector<std::uint16_t> order_of(const EventTrace& trace) {
  std::vector<std::uint16_t> order;
  for (const Event& event : trace.events) order.push_back(event.thread);
  return order;
}

TEST(Simulate, SaysWhatEveryReadSees) {
  EventTrace trace = three_threads();
  add(trace, 0, EventKind::kWrite);
  add(trace, 1, EventKind::kWrite);
  add(trace, 2, EventKind::kRead);
  add(trace, 2, EventKind::kUpdate);
  add(trace, 2, EventKind::kRead);
  EXPECT_EQ(*predict::simulate(trace, {2, 0, 2, 1, 2}), (std::vector<std::int64_t>{-1, -1, 0, -1, 1}));
}

TEST(Simulate, NamesTheStepThatCannotHappen) {
  EventTrace trace = three_threads();
  add(trace, 0, EventKind::kAcquire);
  add(trace, 0, EventKind::kRelease);
  add(trace, 1, EventKind::kAcquire);
  const auto excluded = predict::simulate(trace, {0, 1});
  ASSERT_FALSE(excluded);
  EXPECT_EQ(excluded.error().sentence, "step 1 of the schedule: event 2 of T1 cannot happen there");
  EXPECT_FALSE(predict::simulate(trace, {2}));
  EXPECT_FALSE(predict::simulate(trace, {7}));
  EXPECT_TRUE(predict::simulate(trace, {0, 0, 1}));
}

// T1 waits, is notified, then T2 waits and is notified. Whoever wakes first, each has a notification of its
// own.
TEST(Simulate, LetsAWaiterUseTheEarliestNotificationThatItCould) {
  EventTrace trace = three_threads();
  add(trace, 1, EventKind::kAcquire, 0);
  add(trace, 1, EventKind::kWait, 0, 0);
  add(trace, 0, EventKind::kNotify);
  add(trace, 2, EventKind::kAcquire, 1);
  add(trace, 2, EventKind::kWait, 0, 1);
  add(trace, 0, EventKind::kNotify);
  add(trace, 1, EventKind::kWake, 0, 0);
  add(trace, 2, EventKind::kWake, 0, 1);
  EXPECT_TRUE(predict::simulate(trace, order_of(trace)));
  EXPECT_TRUE(could_happen(trace));
  EXPECT_TRUE(predict::simulate(trace, {1, 1, 0, 2, 2, 0, 2, 1}));
  // Both notifications before T2 waits: the second is lost.
  EXPECT_TRUE(predict::simulate(trace, {1, 1, 0, 0, 2, 2, 1}));
  EXPECT_FALSE(predict::simulate(trace, {1, 1, 0, 0, 2, 2, 2}));
}

TEST(Simulate, ForgetsNotificationsThatNobodyWaitedFor) {
  EventTrace trace = three_threads();
  add(trace, 1, EventKind::kAcquire);
  add(trace, 1, EventKind::kWait);
  add(trace, 0, EventKind::kNotifyAll);
  add(trace, 1, EventKind::kWake);
  EXPECT_TRUE(predict::simulate(trace, {1, 1, 0, 1}));
  EXPECT_FALSE(predict::simulate(trace, {0, 1, 1, 1}));
}

}  // namespace
}  // namespace stalemate::predict_test
