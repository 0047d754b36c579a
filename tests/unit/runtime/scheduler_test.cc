// The scheduler on fibers against an interpreter: random programs, random items, every tail. The logs say the
// same: at each point which threads may run, which was chosen, what it did; and how the execution ended.
#include <gtest/gtest.h>

#include "toy_threads.h"
#include "trail.h"

namespace stalemate::test {
namespace {

ToyCall some_call(Trail& trail) {
  static constexpr ToyCall::Kind kKinds[] = {
      ToyCall::kStore,   ToyCall::kStore,  ToyCall::kLock,   ToyCall::kLock, ToyCall::kTimedLock,
      ToyCall::kUnlock,  ToyCall::kUnlock, ToyCall::kAwait,  ToyCall::kSet,  ToyCall::kSet,
      ToyCall::kReset,   ToyCall::kYield,  ToyCall::kChoose, ToyCall::kHold, ToyCall::kHold,
      ToyCall::kRelease, ToyCall::kOutside};
  const ToyCall::Kind kind = kKinds[trail.below(std::size(kKinds))];
  if (kind == ToyCall::kChoose) return {kind, 1 + trail.below(4)};
  if (kind == ToyCall::kHold || kind == ToyCall::kRelease) return {kind, 1 + trail.below(kMostThreads - 1)};
  return {kind, trail.below(kObjects)};
}

ToyProgram random_program(Trail& trail) {
  ToyProgram program;
  for (auto& script : program.scripts)
    for (std::uint32_t n = trail.below(9); n > 0; --n) script.push_back(some_call(trail));
  // Each thread is created once, and joined at most once, by its creator.
  const auto add_child = [&](std::uint32_t creator, std::uint32_t child) {
    auto& script = program.scripts[creator];
    const std::uint32_t at = trail.below(script.size() + 1);
    script.insert(script.begin() + at, {ToyCall::kCreate, child});
    if (trail.chance(60))
      script.insert(script.begin() + at + 1 + trail.below(script.size() - at), {ToyCall::kJoin, child});
  };
  add_child(0, 1);
  if (trail.chance(80)) add_child(0, 2);
  if (trail.chance(50)) add_child(1, 3);
  return program;
}

ToyItem random_item(Trail& trail, wire::Tail tail) {
  ToyItem item;
  item.tail = tail;
  item.seed = 1 + trail.random();
  item.length = 5 + trail.below(20);
  item.changes = trail.below(4);
  if (trail.chance(20)) item.cut_points = trail.below(25);
  item.walks_on = trail.chance(30);
  if (trail.chance(10)) item.step_limit = trail.below(20);
  return item;
}

std::string text_of(const ToyProgram& program, const ToyItem& item) {
  std::ostringstream text;
  for (const auto& script : program.scripts) {
    text << "script:";
    for (const ToyCall& call : script) text << " " << call.kind << "(" << call.what << ")";
    text << "\n";
  }
  text << "tail " << static_cast<int>(item.tail) << " cut " << item.cut_points << " walks on "
       << item.walks_on << " deviations:";
  for (const wire::Deviation& deviation : item.deviations)
    text << " " << deviation.point << ":" << deviation.choice;
  return text.str() + "\n";
}

class Scheduler : public testing::TestWithParam<wire::Tail> {};

TEST_P(Scheduler, DoesWhatAnInterpreterOfTheRulesDoes) {
  std::uint32_t endings[6] = {};
  for (std::uint32_t seed = 1; seed <= 1500 && !HasFailure(); ++seed) {
    Trail trail(seed);
    const ToyProgram program = random_program(trail);
    ToyItem item = random_item(trail, GetParam());
    const ToyExecution expected = interpret(program, item, trail.chance(60) ? seed : 0);
    const ToyExecution execution = run_on_fibers(program, item, nullptr);
    EXPECT_EQ(execution, expected) << "seed " << seed << "\n"
                                   << text_of(program, item) << "came:\n"
                                   << text_of(execution) << "expected:\n"
                                   << text_of(expected);
    ++endings[execution.ending.kind];
  }
  if (HasFailure()) return;
  for (const std::uint32_t count : endings) EXPECT_GT(count, 0u) << "an ending that no program has had";
}

INSTANTIATE_TEST_SUITE_P(Tails, Scheduler,
                         testing::Values(wire::Tail::kContinue, wire::Tail::kLeast, wire::Tail::kRandom,
                                         wire::Tail::kInTurn, wire::Tail::kPct, wire::Tail::kPos));

// An execution ends at the first point for which the log has no room.
TEST(SchedulerLog, EndsAnExecutionThatHasMoreRecordsThanRoom) {
  for (std::uint32_t seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    Trail trail(seed);
    const ToyProgram program = random_program(trail);
    ToyItem item;
    std::vector<std::size_t> where, unused;
    const ToyExecution whole = run_on_fibers(program, item, &where);
    item.room = 1 + trail.below(where.empty() ? 10 : where.back() + 10);
    std::size_t points = 0;
    while (points < where.size() && where[points] < item.room) ++points;
    const ToyExecution cut = run_on_fibers(program, item, &unused);
    EXPECT_EQ(cut.points.size(), points) << "seed " << seed;
    if (points == where.size()) continue;
    EXPECT_EQ(cut.ending.kind, ToyEnding::kBeyondCapacity) << "seed " << seed;
    for (std::size_t n = 0; n < points; ++n) EXPECT_EQ(cut.points[n], whole.points[n]) << "seed " << seed;
  }
}

}  // namespace
}  // namespace stalemate::test
