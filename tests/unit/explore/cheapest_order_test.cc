// Where a reduced search runs a graph with more preemptions than its bound, it knows an order that has no
// more: the same steps of every thread, the same end.
#include "explore/reduction/cheapest_order.h"

#include <gtest/gtest.h>

#include <map>

#include "model/log/log_walk.h"
#include "random_reduction.h"

namespace stalemate::toy {
namespace {

// What each thread did and saw, by its path.
using StepEffects = std::map<Choice, std::vector<std::vector<std::uint64_t>>>;

struct Logged {
  StepEffects effects;
  std::uint32_t preemptions = 0;
};

Logged logged_by(const Log& log) {
  Logged logged;
  LogWalk walk;
  walk.start(log.view());
  std::map<std::uint32_t, Choice> paths;
  for (std::size_t n = 0; walk.next(); ++n) {
    const wire::Record& record = walk.record();
    if (walk.is_thread_point()) paths[record.thread] = log.choices[n];
    // A child is known by its number in the execution only.
    const bool names_thread = record.op == OpKind::kCreate;
    logged.effects[paths[record.thread]].push_back(
        {static_cast<std::uint64_t>(record.kind), static_cast<std::uint64_t>(record.op),
         names_thread ? 0 : record.value, names_thread ? 0 : record.object});
  }
  logged.preemptions = walk.counts().preemptions;
  return logged;
}

class OrderWatcher final : public explore::Observer {
 public:
  explicit OrderWatcher(const Program& program) : program_(program) {}
  explore::Next on_execution(const explore::Execution& execution) override {
    // Whether searches are right is for others to judge.
    if (execution.prefix_differs || execution.malformed) return explore::Next::kStop;
    const std::size_t bound = search->summary().per_bound.size() - 1;
    if (execution.preemptions <= bound) {
      EXPECT_EQ(execution.cheaper, nullptr);
      return explore::Next::kGoOn;
    }
    ++cheaper;
    EXPECT_NE(execution.cheaper, nullptr) << program_.text();
    if (execution.cheaper == nullptr) return explore::Next::kStop;
    const Log before = run(program_, *execution.item), after = run(program_, *execution.cheaper);
    const Logged was = logged_by(before), is = logged_by(after);
    EXPECT_EQ(after.header.outcome, before.header.outcome) << program_.text();
    EXPECT_EQ(is.effects, was.effects) << program_.text();
    EXPECT_EQ(is.preemptions, bound) << program_.text();
    return ::testing::Test::HasFailure() ? explore::Next::kStop : explore::Next::kGoOn;
  }

  const explore::Search* search = nullptr;
  std::uint64_t cheaper = 0;

 private:
  const Program& program_;
};

TEST(CheapestOrder, HasAsManyPreemptionsAsTheBoundOfItsClass) {
  Dice dice(7);
  std::uint64_t cheaper = 0;
  for (int n = 0; n < 300 && !HasFailure(); ++n) {
    const Program program = random_reduction(dice, random_families(dice) & ~unsigned{kIdling});
    explore::Parameters parameters;
    parameters.preemptions = 3;
    OrderWatcher watcher(program);
    explore::ReductionPlan plan;
    plan.how = explore::Reduced::kPor;
    explore::Search search(explore::make_strategy("icb", parameters), {3000}, watcher, {}, plan);
    watcher.search = &search;
    for (explore::WorkItem item; !search.done() && search.next(item);)
      search.finished(item.id, run(program, item).view());
    cheaper += watcher.cheaper;
  }
  EXPECT_GT(cheaper, 100u) << "hardly any order needed to be made cheaper";
}

}  // namespace
}  // namespace stalemate::toy
