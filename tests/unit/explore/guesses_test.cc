// What a reduced search asks workers to run before it knows that it is needed, and what it keeps: neither
// changes what is found (reduction_choice_test.cc), both decide how fast that is.
#include <gtest/gtest.h>

#include <deque>

#include "explore/search.h"
#include "explore/strategy/strategies.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

struct Nobody final : explore::Observer {
  explore::Next on_execution(const explore::Execution&) override { return explore::Next::kGoOn; }
};

struct Counted {
  std::uint64_t executions = 0;
  std::uint64_t runs = 0;
  std::uint64_t alone = 0;  // runs during which the worker had nothing else to do
  double bytes_each = 0;    // of what is kept, for each prefix
};

// One worker that runs its items in order.
Counted count(const Program& program, std::uint32_t at_once) {
  Nobody nobody;
  explore::Parameters parameters;
  parameters.preemptions = std::nullopt;
  explore::ReductionPlan plan;
  plan.how = explore::Reduced::kCache;
  plan.fair = 0;
  plan.speculative = 32;
  plan.speculative_at_once = at_once;
  explore::Search search(explore::make_strategy("icb", parameters), {}, nobody, {}, plan);
  Counted counted;
  std::deque<explore::WorkItem> items;
  while (!search.done()) {
    for (explore::WorkItem item; search.next(item); ++counted.runs) items.push_back(item);
    if (search.done()) break;
    EXPECT_LE(items.size(), at_once + 1);  // what is needed is always asked for
    counted.alone += items.size() == 1;
    const explore::WorkItem item = items.front();
    items.pop_front();
    search.finished(item.id, run(program, item).view());
  }
  counted.executions = search.summary().executions;
  const explore::FrontierSize size = search.frontier();
  counted.bytes_each = static_cast<double>(size.bytes) / static_cast<double>(search.summary().prefixes);
  return counted;
}

TEST(Guesses, AreMostlyNeededAndKeepAWorkerBusy) {
  const Body add{{Op::kAdd, 0, 1}};
  const Body locked{{Op::kLock, 0}, {Op::kUnlock, 0}};
  for (const Program& program : {forked(3, repeat(add, 3)), forked(3, repeat(locked, 3))}) {
    const Counted counted = count(program, 3);
    EXPECT_EQ(counted.executions, 1680u);  // 9! / 3!^3 orders of what they do
    EXPECT_LT(counted.runs, 1680u * 5 / 4);
    EXPECT_LT(counted.alone, 1680u / 10);
  }
  // Two variables: 4!^2 orders. Without a log foretold, more than two of three runs are alone.
  const Counted counted = count(forked(4, {{Op::kAdd, 0, 1}, {Op::kAdd, 1, 1}}), 3);
  EXPECT_EQ(counted.executions, 576u);
  EXPECT_LT(counted.alone, 576u / 2);
}

TEST(ReducedSearch, KeepsLessThan64BytesForEachPrefix) {
  const Body add{{Op::kAdd, 0, 1}};
  const Body locked{{Op::kLock, 0}, {Op::kUnlock, 0}};
  for (const Program& program : {forked(3, repeat(add, 3)), forked(3, repeat(locked, 3)),
                                 forked(4, {{Op::kAdd, 0, 1}, {Op::kAdd, 1, 1}})})
    EXPECT_LE(count(program, 3).bytes_each, 64);
}

}  // namespace
}  // namespace stalemate::toy
