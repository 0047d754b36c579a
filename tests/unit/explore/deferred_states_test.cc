#include "explore/reduction/deferred_states.h"

#include <gtest/gtest.h>

#include <tuple>

#include "base/bytes.h"

namespace stalemate::explore {
namespace {

// An order in which every action is told apart from its neighbours.
Ran nth(std::uint32_t n) { return {n % 3, n, n % 5 == 0, n % 2 == 0}; }

void put(DeferredStates& entries, std::uint32_t actions, std::uint32_t same) {
  Numbering names;
  HappensBefore graph(names);
  entries.begin(actions, same);
  for (std::uint32_t n = same; n < actions; ++n) entries.put(nth(n));
  entries.put_steps(graph, Prefix(), {actions, 0}, 0, nullptr);
}

void expect_order(const Delayed& entry, std::uint32_t actions) {
  ASSERT_EQ(entry.order.size(), actions);
  for (std::uint32_t n = 0; n < actions; ++n) {
    const Ran ran = nth(n);
    const Ran& got = entry.order[n];
    EXPECT_EQ(std::tie(got.thread, got.choice, got.is_value, got.deviates),
              std::tie(ran.thread, ran.choice, ran.is_value, ran.deviates));
  }
}

// A state at each step of one execution, the last one first, as a search leaves them.
DeferredStates states_of(std::uint32_t steps) {
  DeferredStates entries;
  put(entries, steps, 0);
  for (std::uint32_t left = steps - 1; left > 0; --left) put(entries, left, left);
  return entries;
}

TEST(DeferredStates, KeepsALongExecutionOnce) {
  EXPECT_LT(states_of(20000).bytes(), 20000u * 20);
  DeferredStates entries = states_of(100);
  Delayed entry;
  for (std::uint32_t left = 100; left > 0; --left) {
    entries.take(entry);
    expect_order(entry, left);
  }
  EXPECT_TRUE(entries.empty());
}

TEST(DeferredStates, IsLookedAtBeforeItIsTaken) {
  DeferredStates entries = states_of(10);
  Delayed taken, ahead;
  entries.take(taken);
  entries.take(taken);
  for (std::uint32_t left = 8; left > 0; --left) {
    ASSERT_TRUE(entries.look_ahead(ahead, taken));
    expect_order(ahead, left);
    if (left > 4) continue;
    entries.take(taken);
  }
  EXPECT_FALSE(entries.look_ahead(ahead, taken));
  expect_order(taken, 5);
}

TEST(DeferredStates, IsSavedFromWhereItIs) {
  DeferredStates entries = states_of(50);
  Delayed taken;
  for (int n = 0; n < 20; ++n) entries.take(taken);
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  entries.save(sink, taken);
  sink.seal();
  DeferredStates loaded;
  ByteSource source(bytes);
  ASSERT_TRUE(loaded.load(source));
  EXPECT_EQ(loaded.entries(), 30u);
  Delayed entry;
  for (std::uint32_t left = 30; left > 0; --left) {
    loaded.take(entry);
    expect_order(entry, left);
  }
  EXPECT_TRUE(loaded.empty());
}

}  // namespace
}  // namespace stalemate::explore
