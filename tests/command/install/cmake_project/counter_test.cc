#include "counter.h"

#include <stalemate/gtest.h>

#include <thread>

template <class Add>
int two_threads(Add add) {
  Counter counter;
  std::thread other([&] { (counter.*add)(); });
  (counter.*add)();
  other.join();
  return counter.value;
}

STALEMATE_TEST(Counter, CountsWhatIsAddedAtOnce) { EXPECT_EQ(two_threads(&Counter::add_at_once), 2); }

STALEMATE_TEST(Counter, LosesWhatIsAddedInTwoSteps) { EXPECT_EQ(two_threads(&Counter::add_in_two_steps), 2); }

TEST(Counter, IsExploredThroughTheFunction) {
  const auto result =
      stalemate::explore([] { stalemate::expect(two_threads(&Counter::add_at_once) == 2, "2"); },
                         stalemate::Options{}.unlimited_preemptions());
  EXPECT_TRUE(result.ok()) << result.summary();
  // Over the code goes the environment, which stalemate_discover_tests set.
  EXPECT_EQ(result.coverage, "complete-within-bound");
  // Without a preemption, and with one before the only step at which the other thread can come between.
  EXPECT_EQ(result.executions, 2u);
}

STALEMATE_TEST(Counter, IsExploredInSharedLibraries) { EXPECT_EQ(twice_in_threads(), 2); }
