// Searches of random programs that yield, reduced by their states (S10), against every execution under
// Algorithm 1 of the second paper as printed: the same last states at the same least bounds, the same
// classes, no more executions, and the same ones with any workers.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>

#include "algorithm_as_printed.h"
#include "explore/states/fair_state_cache.h"
#include "model/operations.h"
#include "random_program.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

constexpr std::uint64_t kMostInterleavings = 2000;

using LeastBounds = std::map<std::uint64_t, std::uint32_t>;  // by the fingerprint of a last state
using Counts = std::vector<std::uint64_t>;

// By plain recursion, without logs.
class BruteForce {
 public:
  explicit BruteForce(const Program& program) {
    AsPrinted::Threads all;
    for (std::size_t t = 0; t < kThreads; ++t) all.set(t);
    choose(State(program), {}, AsPrinted(all, program.fair), {}, 0, 0);  // nothing is known of main before
  }
  bool too_many() const { return executions_ > kMostInterleavings; }
  const LeastBounds& ends() const { return ends_; }
  const Counts& per_bound() const { return per_bound_; }
  bool anybody_waits() const { return held_back_; }

 private:
  static constexpr std::size_t kThreads = 8;

  static AsPrinted::Threads enabled(const State& state) {
    AsPrinted::Threads set;
    for (std::size_t t = 0; t < state.threads(); ++t) set[t] = state.enabled(t);
    return set;
  }

  void end(const State& state, std::uint32_t preemptions, bool deadlock) {
    ++executions_;
    if (per_bound_.size() <= preemptions) per_bound_.resize(preemptions + std::size_t{1});
    ++per_bound_[preemptions];
    const std::uint64_t print = fingerprint(state.snapshot()) ^ (deadlock ? 1 : 0);
    const auto [found, added] = ends_.try_emplace(print, preemptions);
    if (!added) found->second = std::min(found->second, preemptions);
  }

  void visit(const State& state, const AsPrinted& fair, std::size_t last, std::uint32_t preemptions) {
    if (too_many()) return;
    const AsPrinted::Threads now = enabled(state), may = fair.may_run(now);
    if (may.none()) return end(state, preemptions, !state.all_finished());
    held_back_ |= may != now;
    for (std::size_t t = 0; t < state.threads(); ++t) {
      if (!may[t]) continue;
      State next = state;
      const wire::Record step = next.step(t);
      const bool costs = t != last && may[last] && !state.timed(last);
      choose(next, step, fair, now, t, preemptions + costs);
    }
  }

  // A step, and whatever there is to choose in it.
  void choose(const State& state, const wire::Record& step, const AsPrinted& fair,
              const AsPrinted::Threads& before, std::size_t t, std::uint32_t preemptions) {
    if (state.over()) return end(state, preemptions, false);
    if (state.alternatives() == 0) {
      AsPrinted then = fair;
      then.step(static_cast<std::uint32_t>(t), yields(step.op, step.value), before, enabled(state));
      return visit(state, then, t, preemptions);
    }
    for (std::uint32_t value = 0; value < state.alternatives(); ++value) {
      State next = state;
      next.choose(value);
      choose(next, step, fair, before, t, preemptions);
    }
  }

  LeastBounds ends_;
  Counts per_bound_;
  std::uint64_t executions_ = 0;
  bool held_back_ = false;
};

// Loops are unrolled a few times; what is not there by then is a failure or is gone without.
class Generator {
 public:
  explicit Generator(Dice& dice) : dice_(dice) {}

  Program program() {
    Program program;
    program.fair = 1 + (dice_.below(4) == 0 ? 1 + dice_.below(2) : 0);
    program.semaphores = {pick(2)};
    const std::size_t threads = 1 + dice_.below(3);
    program.bodies.resize(threads + 1);
    Body& main = program.bodies[0];
    for (std::size_t b = 1; b <= threads; ++b) {
      const std::size_t snippets = threads == 3 ? 1 : 1 + dice_.below(2);
      for (std::size_t i = 0; i < snippets; ++i) append(program.bodies[b], snippet());
      main.push_back({Op::kCreate, static_cast<int>(b)});
    }
    for (std::size_t i = dice_.below(threads == 1 ? 4 : 2); i > 0; --i) append(main, snippet());
    for (int child = 0; child < static_cast<int>(threads); ++child) append(main, end_of(child));
    if (dice_.below(4) == 0) main.push_back({Op::kExit});
    return program;
  }

 private:
  int pick(std::size_t n) { return static_cast<int>(dice_.below(n)); }
  static void append(Body& body, const Body& more) { body.insert(body.end(), more.begin(), more.end()); }
  static Body then_unless(Body first, int reg, int value, const Body& rest) {
    first.push_back({Op::kUnless, reg, value, static_cast<int>(rest.size())});
    append(first, rest);
    return first;
  }

  Body end_of(int child) {
    if (dice_.below(3) == 0) return {{Op::kJoin, child}};
    Body body;
    for (std::uint32_t i = dice_.below(3); i > 0; --i)
      append(body, {{dice_.below(2) == 0 ? Op::kTryJoin : Op::kTimedJoin, child, 2}});
    return body;
  }

  Op idle() { return {dice_.below(2) == 0 ? Op::kYield : Op::kSleep}; }

  // Until the variable is set.
  Body poll(int variable, std::uint32_t times) {
    if (times == 0) return dice_.below(2) == 0 ? Body{{Op::kFailIf, 2, 0}} : Body{};
    Body again{idle()};
    append(again, poll(variable, times - 1));
    return then_unless({{Op::kLoad, variable, 2}}, 2, 0, again);
  }

  // A failed attempt is a yield by itself.
  Body attempts(const Op& attempt, std::uint32_t times) {
    Body body{attempt};
    if (times > 1) body = then_unless(body, attempt.b, 0, attempts(attempt, times - 1));
    return body;
  }

  Body guarded(const Op& attempt, const Op& release) {
    Body inner;
    if (dice_.below(2) == 0) inner = memory();
    if (dice_.below(4) == 0) inner.push_back(idle());
    inner.push_back(release);
    return then_unless(attempts(attempt, 1 + dice_.below(3)), attempt.b, 1, inner);
  }

  Body memory() {
    switch (dice_.below(4)) {
      case 0: return {{Op::kLoad, pick(2), pick(2)}};
      case 1: return {{Op::kAdd, pick(2), 1}};
      case 2: return {{Op::kCas, pick(2), 0, 1, pick(2)}};
      default: return {{Op::kStore, pick(2), 1}};
    }
  }

  Body snippet() {
    switch (dice_.below(14)) {
      case 0:
      case 1:
      case 2: return poll(pick(2), 1 + dice_.below(3));
      case 3:
      case 4: return guarded({Op::kTryLock, 0, 3}, {Op::kUnlock, 0});
      case 5: return guarded({Op::kTimedLock, 0, 3}, {Op::kUnlock, 0});
      case 6: return guarded({Op::kTryWriteLock, 0, 3}, {Op::kWriteUnlock, 0});
      case 7: return {{Op::kReadLock, 0}, idle(), {Op::kReadUnlock, 0}};
      case 8: return {{Op::kLock, 0}, {Op::kTimedWait, 0, 0, 3}, {Op::kUnlock, 0}};
      case 9: return {{dice_.below(2) == 0 ? Op::kSignal : Op::kBroadcast, 0}};
      case 10: return attempts({dice_.below(2) == 0 ? Op::kSemTryWait : Op::kSemTimedWait, 0, 3}, 2);
      case 11: return {{Op::kSemPost, 0}};
      case 12: return {{Op::kPick, 0, 2}, idle(), {Op::kCopy, 0, 0, 0}};
      default: return memory();
    }
  }

  Dice& dice_;
};

struct Asked {
  bool reduced = true;
  std::string strategy = "icb";
  std::uint32_t limit = 1000;  // of preemptions
  std::uint64_t most = 0;      // states kept
  Workers workers;
};

Explored search(const Program& program, const Asked& asked) {
  Wish wish;
  wish.strategy = asked.strategy;
  if (asked.limit < 1000) wish.parameters.preemptions = asked.limit;
  wish.plan.counts_classes = true;
  if (asked.reduced) wish.plan.how = explore::Reduced::kCache;
  wish.plan.yields = asked.reduced;
  wish.plan.fair = program.fair;
  wish.plan.most_prefixes = asked.most;
  return explore_toy(program, wish, asked.workers);
}

LeastBounds ends_of(const Explored& found) {
  LeastBounds ends;
  for (std::size_t i = 0; i < found.executions.size(); ++i)
    ends.try_emplace(found.states[i] ^ (found.outcomes[i] == wire::Outcome::kDeadlock ? 1 : 0),
                     found.executions[i].preemptions);
  return ends;
}

LeastBounds within(LeastBounds ends, std::uint32_t limit) {
  std::erase_if(ends, [limit](const auto& end) { return end.second > limit; });
  return ends;
}

// The last bounds may have nothing new.
Counts trimmed(Counts counts) {
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
  return counts;
}

std::string compare(const Explored& found, const Explored& all, const BruteForce& expected,
                    const Asked& asked) {
  const explore::Summary& summary = found.summary;
  if (!found.error.empty()) return found.error;
  if (summary.gave_up != explore::GaveUp::kNothing) return "gave up";
  if (ends_of(found) != within(expected.ends(), asked.limit)) return "other last states, or bounds of them";
  if (summary.executions > all.summary.executions) return "more executions than without reduction";
  if (summary.classes != all.summary.classes) return "other classes";
  if (trimmed(summary.classes_per_bound) != trimmed(all.summary.classes_per_bound))
    return "other classes per bound";
  // Where every state beyond the limit is known already, nothing is left sooner.
  const bool everything = within(expected.ends(), asked.limit) == expected.ends();
  if (summary.complete ? !everything : all.summary.complete) return "complete is wrong";
  if (summary.reduced != explore::Reduced::kCache || summary.exact) return "exact, or not by cache";
  if (asked.most != 0 && summary.prefixes > asked.most) return "too many states kept";
  return "";
}

std::string check(const Program& program, const Asked& asked) {
  const BruteForce expected(program);
  if (expected.too_many()) return "";
  Asked plain = asked;
  plain.reduced = false;
  const Explored all = search(program, plain);
  if (asked.limit >= 1000 && all.summary.per_bound != expected.per_bound()) return "the toys are not fair";
  return compare(search(program, asked), all, expected, asked);
}

Asked random_question(Dice& dice) {
  Asked asked;
  if (dice.below(4) == 0) asked.limit = dice.below(3);
  if (dice.below(6) == 0) asked.most = 1 + dice.below(50);
  if (dice.below(2) == 0) asked.workers = {2 + dice.below(8), 1 + dice.below(1000), {}};
  return asked;
}

class RandomFairReduction : public testing::TestWithParam<int> {};

TEST_P(RandomFairReduction, FindsEveryEndAtItsLeastBound) {
  Dice dice(static_cast<std::uint64_t>(GetParam()) + 500);
  std::uint64_t all = 0, run = 0;
  int held_back = 0;
  for (int tried = 0; tried < 60;) {
    const Program program = Generator(dice).program();
    const BruteForce expected(program);
    if (expected.too_many()) continue;
    ++tried;
    held_back += expected.anybody_waits();
    const Asked asked = random_question(dice);
    if (const std::string why = check(program, asked); !why.empty()) {
      const Program small = shrink(program, [&](const Program& p) { return !check(p, asked).empty(); });
      FAIL() << check(small, asked) << "\nlimit " << asked.limit << ", states " << asked.most
             << ", in flight " << asked.workers.in_flight << ", seed " << asked.workers.seed << ", fair "
             << small.fair << "\n"
             << small.text();
    }
    if (asked.limit < 1000 || asked.most != 0) continue;
    run += search(program, asked).summary.executions;
    for (const std::uint64_t count : expected.per_bound()) all += count;
  }
  EXPECT_GT(held_back, 5) << "hardly anybody is held back";
  EXPECT_GT(all, 2 * run) << "hardly anything is left out";
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomFairReduction, testing::Range(0, 4));

TEST(FairReduction, IsTheSameWithAnyWorkers) {
  Dice dice(600);
  for (int i = 0; i < 150; ++i) {
    const Program program = Generator(dice).program();
    if (BruteForce(program).too_many()) continue;
    const Explored one = search(program, {});
    Asked asked;
    asked.workers = {2 + dice.below(20), 1 + dice.below(1000), {}};
    if (dice.below(2) == 0) asked.workers.room.window_bytes = 1 + dice.below(2000);
    const Explored many = search(program, asked);
    ASSERT_EQ(many.error, "") << program.text();
    ASSERT_EQ(one.executions, many.executions) << program.text();
    ASSERT_EQ(one.states, many.states) << program.text();
    ASSERT_EQ(one.summary.redundant, many.summary.redundant) << program.text();
    ASSERT_EQ(one.summary.prefixes, many.summary.prefixes) << program.text();
  }
}

TEST(FairReduction, OfADepthFirstSearchFindsEveryEnd) {
  Dice dice(601);
  for (int i = 0; i < 150; ++i) {
    const Program program = Generator(dice).program();
    const BruteForce expected(program);
    if (expected.too_many()) continue;
    Asked asked;
    asked.strategy = "dfs";
    const Explored found = search(program, asked);
    ASSERT_EQ(found.error, "") << program.text();
    const LeastBounds ends = ends_of(found);
    ASSERT_EQ(ends.size(), expected.ends().size()) << program.text();
    for (const auto& end : ends) ASSERT_TRUE(expected.ends().contains(end.first)) << program.text();
  }
}

// Every execution as a path in a tree of states.
class Tree final : public explore::Observer {
 public:
  explicit Tree(const Program& program) : program_(program) {
    states_.emplace(explore::default_memory(), program.fair, true, 0);
    explore::Search search(explore::make_strategy("icb", {}), {}, *this);
    for (explore::WorkItem item; search.next(item);) search.finished(item.id, run(program, item).view());
  }

  explore::Next on_execution(const explore::Execution& execution) override {
    const Log log = run(program_, *execution.item);
    states_->read(log.view(), 0);
    EXPECT_EQ(states_->fresh().size(), log.choices.size());
    Node* node = &root_;
    for (std::size_t i = 0; i < log.choices.size(); ++i) {
      node->key = {states_->fresh()[i].low, states_->fresh()[i].high};
      std::unique_ptr<Node>& child = node->children[log.choices[i]];
      if (!child) child = std::make_unique<Node>();
      node = child.get();
    }
    node->key = {log.header.state, static_cast<std::uint64_t>(log.header.outcome)};
    return explore::Next::kGoOn;
  }

  // The same choices lead from equal states to equal states.
  bool is_deterministic() { return agrees(root_); }
  // Once it is known to be: one execution, and one for each way to go on from a state but the first.
  std::size_t ways() const {
    std::size_t ways = 1;
    for (const auto& [key, node] : known_) ways += node->children.empty() ? 0 : node->children.size() - 1;
    return ways;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct Node {
    Key key;
    std::map<Choice, std::unique_ptr<Node>> children;
  };

  bool agrees(const Node& node) {
    const Node& other = *known_.try_emplace(node.key, &node).first->second;
    if (other.children.size() != node.children.size()) return false;
    for (const auto& [choice, child] : node.children) {
      const auto same = other.children.find(choice);
      if (same == other.children.end() || same->second->key != child->key) return false;
      if (!agrees(*child)) return false;
    }
    return true;
  }

  const Program& program_;
  std::optional<explore::FairStateCache> states_;
  Node root_;
  std::map<Key, const Node*> known_;
};

TEST(FairReduction, GoesOnFromEachStateOnceSinceWhatFollowsIsAFunctionOfIt) {
  Dice dice(602);
  for (int tried = 0; tried < 100;) {
    const Program program = Generator(dice).program();
    if (BruteForce(program).too_many()) continue;
    ++tried;
    Tree tree(program);
    if (tree.is_deterministic()) {
      ASSERT_EQ(search(program, {}).summary.executions, tree.ways()) << program.text();
      continue;
    }
    const Program small = shrink(
        program, [](const Program& p) { return !BruteForce(p).too_many() && !Tree(p).is_deterministic(); });
    FAIL() << "fair " << small.fair << "\n" << small.text();
  }
}

// What a few workers leave waiting is bounded.
TEST(FairReduction, KeepsNoMoreLogsThanThereIsRoomFor) {
  Program program = forked(3, {{Op::kAdd, 0, 1}, {Op::kYield}, {Op::kAdd, 0, 1}, {Op::kYield}});
  program.fair = 1;
  Asked asked;
  asked.limit = 2;
  asked.workers = {64, 5, {}};
  asked.workers.room.window_bytes = 20000;
  const Explored found = search(program, asked);
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.summary.limit, explore::Limit::kNone);
  asked.workers.room = {};
  EXPECT_LT(found.frontier_max.bytes, search(program, asked).frontier_max.bytes);
}

TEST(FairReduction, GivesUpWhereThereAreTooManyThreads) {
  Program program = forked(70, {{Op::kYield}});
  program.fair = 1;
  Asked asked;
  asked.limit = 0;
  const Explored found = search(program, asked);
  EXPECT_EQ(found.summary.limit, explore::Limit::kGaveUp);
  EXPECT_EQ(found.summary.gave_up, explore::GaveUp::kThreads);
}

}  // namespace
}  // namespace stalemate::toy
