// What the frontier costs: it gives back what is finished, stays small for long executions, and holds ten
// million items in 300 MB.
#include <gtest/gtest.h>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

using explore::FrontierSize;

std::uint64_t allocated = 0;

explore::MemorySource counted_memory() {
  return {[](std::size_t bytes) {
            allocated += bytes;
            return ::operator new(bytes);
          },
          [](void* memory, std::size_t bytes) {
            allocated -= bytes;
            ::operator delete(memory, bytes);
          }};
}

TEST(Frontier, TakesAllItsMemoryFromTheGivenSourceAndReturnsIt) {
  Workers workers{32, 5, {}};
  workers.room.memory = counted_memory();
  Wish wish;
  wish.keep = false;
  wish.stop_at = 5000;
  allocated = 0;
  const Explored explored = explore_toy(forked(3, repeat(kFaa, 2)), wish, workers);
  EXPECT_GT(explored.frontier_at_end.reserved_bytes, 0u);
  EXPECT_GT(explored.frontier_at_end.bytes, 0u) << "it was stopped in the middle";
  EXPECT_EQ(allocated, 0u);
}

TEST(Frontier, IsEmptyAfterACompleteSearch) {
  for (const char* strategy : {"icb", "dfs", "idfs", "random"}) {
    Wish wish;
    wish.strategy = strategy;
    wish.keep = false;
    const Explored explored = explore_toy(forked(3, repeat(kFaa, 2)), wish, {32, 5, {}});
    EXPECT_EQ(explored.frontier_at_end.items, 0u);
    EXPECT_EQ(explored.frontier_at_end.nodes, 0u);
    EXPECT_EQ(explored.frontier_at_end.bytes, 0u);
    EXPECT_LE(explored.frontier_at_end.reserved_bytes, 6 * explore::kSlabBytes);
  }
}

// Depth-first search remembers the way to where it is, and nothing of what it has finished.
TEST(Frontier, OfDepthFirstSearchGrowsWithTheDepthNotWithTheExecutions) {
  Wish wish;
  wish.strategy = "dfs";
  wish.keep = false;
  wish.executions = 20000;
  const Explored explored = explore_toy(forked(3, repeat(kFaa, 20)), wish);
  EXPECT_EQ(explored.summary.executions, 20000u);
  EXPECT_LT(explored.frontier_max.nodes, 70u);
  EXPECT_LT(explored.frontier_max.bytes, 20000u);
}

// A frontier of real items: the search is left in the middle, where it is widest, and weighed.
double bytes_per_item(const Program& program, std::uint64_t executions) {
  Wish wish;
  wish.keep = false;
  wish.executions = executions;
  const Explored explored = explore_toy(program, wish);
  EXPECT_GT(explored.frontier_at_end.items, 10000u);
  const double bytes = static_cast<double>(explored.frontier_at_end.bytes) /
                       static_cast<double>(explored.frontier_at_end.items);
  testing::Test::RecordProperty("bytes_per_item", std::to_string(bytes));
  return bytes;
}

TEST(Frontier, HoldsTenMillionItemsInThreeHundredMegabytes) {
  constexpr double kMost = 300e6 / 10e6;
  EXPECT_LT(bytes_per_item(forked(3, repeat(kLocked, 2)), 60000), kMost);
  EXPECT_LT(bytes_per_item(forked(3, repeat(kLocked, 4)), 60000), kMost);
  EXPECT_LT(bytes_per_item(forked(3, repeat(kFaa, 8)), 60000), kMost);
  EXPECT_LT(bytes_per_item(forked(2, repeat(kFaa, 20)), 60000), kMost);
}

Program long_program(const Body& body, int times) { return forked(2, repeat(body, times)); }

TEST(Frontier, StaysSmallWithExecutionsOfAHundredThousandSteps) {
  Wish wish;
  wish.keep = false;
  wish.executions = 40;
  wish.parameters.preemptions = 2;
  const Explored explored = explore_toy(long_program(kFaa, 50000), wish, {4, 9, {}});
  EXPECT_EQ(explored.error, "");
  EXPECT_EQ(explored.summary.executions, 40u);
  EXPECT_GT(explored.summary.steps_max, 100000u);
  EXPECT_GT(explored.frontier_max.items, 100000u);
  EXPECT_LT(explored.frontier_max.bytes, 20000u);
}

// The mutex changes the enabled set at every step, so that no two points have the same alternatives.
TEST(Frontier, CostsAFewBytesPerPointWhereTheEnabledSetChangesAllTheTime) {
  Wish wish;
  wish.keep = false;
  wish.executions = 10;
  const Explored explored = explore_toy(long_program(kLocked, 5000), wish, {4, 9, {}});
  EXPECT_EQ(explored.error, "");
  EXPECT_GT(explored.frontier_max.items, 20000u);
  EXPECT_LT(explored.frontier_max.bytes, 12 * explored.frontier_max.items);
}

TEST(Frontier, ManyThousandLazilyExpandedExecutionsOfALongProgram) {
  Wish wish;
  wish.keep = false;
  wish.executions = 3000;
  const Explored explored = explore_toy(long_program(kFaa, 1000), wish, {64, 3, {}});
  EXPECT_EQ(explored.error, "");
  EXPECT_EQ(explored.summary.per_bound.size(), 2u);
  EXPECT_LT(explored.frontier_max.bytes, 600000u);
}

TEST(Frontier, TwoHundredThreadsWork) {
  Wish wish;
  wish.keep = false;
  wish.executions = 60;
  const Explored explored = explore_toy(forked(200, kFaa), wish, {16, 3, {}});
  EXPECT_EQ(explored.error, "");
  EXPECT_EQ(explored.summary.threads_max, 201u);
  // Without a preemption the order of the threads is still free: 60 of 200! ways.
  EXPECT_EQ(explored.summary.per_bound, std::vector<std::uint64_t>{60});
}

}  // namespace
}  // namespace stalemate::toy
