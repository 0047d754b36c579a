// The search that explores each state once, against one that keeps whole states in a table and knows nothing
// of items, logs or executions.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "explore/states/memory_state_cache.h"
#include "random_program.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

// Which states there are before steps, by the fewest preemptions that lead to them, and which ends.
class ExplicitSearch {
 public:
  ExplicitSearch(const Program& program, std::size_t most) : most_(most) {
    now_.push_back({State(program), 0});
    for (std::size_t bound = 0; !now_.empty() && !too_many_; ++bound) {
      states_.emplace_back();
      ends_.emplace_back();
      while (!now_.empty() && !too_many_) expand();
      now_.swap(later_);
    }
  }

  bool too_many() const { return too_many_; }
  std::size_t bounds() const { return states_.size(); }
  std::uint64_t states_at(std::size_t bound) const { return states_[bound].size(); }
  std::set<std::pair<std::uint64_t, wire::Outcome>> ends_within(std::size_t bound) const {
    std::set<std::pair<std::uint64_t, wire::Outcome>> all;
    for (std::size_t b = 0; b <= bound && b < ends_.size(); ++b) all.insert(ends_[b].begin(), ends_[b].end());
    return all;
  }

 private:
  struct Node {
    State state;
    std::size_t last;
  };

  void end(const State& state, wire::Outcome outcome) {
    ends_.back().insert({fingerprint(state.snapshot()), outcome});
  }

  void expand() {
    const Node node = std::move(now_.back());
    now_.pop_back();
    const State& state = node.state;
    if (state.over()) return end(state, state.outcome());
    if (state.alternatives() > 0) {
      for (std::uint32_t value = 0; value < state.alternatives(); ++value) {
        Node next = node;
        next.state.choose(value);
        now_.push_back(std::move(next));
      }
      return;
    }
    if (state.all_finished()) return end(state, wire::Outcome::kFinished);
    const std::vector<int> snapshot = state.snapshot();
    const bool runs_on = state.enabled(node.last) && !state.timed(node.last);
    if (!seen_.insert({snapshot, runs_on ? state.path(node.last) : Choice{}}).second) return;
    too_many_ = seen_.size() > most_;
    if (known_.insert(snapshot).second) states_.back().insert(snapshot);
    const std::vector<std::size_t> enabled = state.enabled_by_path();
    if (enabled.empty()) return end(state, wire::Outcome::kDeadlock);
    for (const std::size_t t : enabled) {
      Node next{state, t};
      next.state.step(t);
      (runs_on && t != node.last ? later_ : now_).push_back(std::move(next));
    }
  }

  std::size_t most_;
  bool too_many_ = false;
  std::vector<Node> now_, later_;
  std::set<std::pair<std::vector<int>, Choice>> seen_;
  std::set<std::vector<int>> known_;
  std::vector<std::set<std::vector<int>>> states_;  // by the least bound
  std::vector<std::set<std::pair<std::uint64_t, wire::Outcome>>> ends_;
};

Explored cached(Program program, std::optional<std::uint32_t> bound, const Workers& workers = {},
                std::uint64_t bytes = 0, const char* strategy = "icb") {
  program.tells_states = true;
  Wish wish;
  wish.strategy = strategy;
  wish.parameters.preemptions = bound;
  wish.plan.states = true;
  wish.plan.most_state_bytes = bytes;
  return explore_toy(program, wish, workers);
}

std::set<std::pair<std::uint64_t, wire::Outcome>> ends_of(const Explored& found) {
  std::set<std::pair<std::uint64_t, wire::Outcome>> ends;
  for (std::size_t n = 0; n < found.outcomes.size(); ++n) ends.insert({found.states[n], found.outcomes[n]});
  return ends;
}

std::string differs(const Program& program) {
  const ExplicitSearch expected(program, 3000);
  if (expected.too_many()) return {};
  for (std::uint32_t bound = 0; bound < 4; ++bound) {
    const Explored found = cached(program, bound);
    if (!found.error.empty()) return found.error;
    const explore::CachedStates& states = *found.summary.cached;
    for (std::size_t b = 0; b <= bound; ++b) {
      const std::uint64_t here = b < states.states_per_bound.size() ? states.states_per_bound[b] : 0;
      if (here != (b < expected.bounds() ? expected.states_at(b) : 0))
        return "states at " + std::to_string(b);
    }
    if (ends_of(found) != expected.ends_within(bound)) return "ends within " + std::to_string(bound);
  }
  const Explored all = cached(program, std::nullopt);
  if (!all.summary.complete) return "not complete";
  return ends_of(all) == expected.ends_within(expected.bounds()) ? "" : "ends";
}

TEST(MemoryStateCache, MeetsEachStateAtItsLeastBoundAndEveryEnd) {
  Dice dice(71);
  int compared = 0;
  for (int tried = 0; tried < 150; ++tried) {
    const Program program = random_program(dice);
    compared += !ExplicitSearch(program, 3000).too_many();
    if (differs(program).empty()) continue;
    const Program small = shrink(program, [](const Program& p) { return !differs(p).empty(); });
    FAIL() << differs(small) << "\n" << small.text();
  }
  EXPECT_GT(compared, 70);
}

TEST(MemoryStateCache, FindsTheSameEndsDepthFirst) {
  Dice dice(72);
  for (int tried = 0; tried < 200; ++tried) {
    const Program program = random_program(dice);
    const ExplicitSearch expected(program, 3000);
    if (expected.too_many()) continue;
    const Explored found = cached(program, std::nullopt, {}, 0, "dfs");
    ASSERT_EQ(found.error, "") << program.text();
    ASSERT_TRUE(found.summary.complete) << program.text();
    ASSERT_EQ(ends_of(found), expected.ends_within(expected.bounds())) << program.text();
  }
}

TEST(MemoryStateCache, RunsTheSameExecutionsWithAnyNumberOfWorkers) {
  Dice dice(73);
  for (int tried = 0; tried < 50; ++tried) {
    const Program program = random_program(dice);
    const Explored one = cached(program, 2);
    const Explored many = cached(program, 2, {7, 11, {}});
    ASSERT_EQ(one.executions, many.executions) << program.text();
    ASSERT_EQ(one.summary.cached->states_per_bound, many.summary.cached->states_per_bound);
    ASSERT_EQ(one.summary.cached->pruned, many.summary.cached->pruned);
  }
}

Program three_times_four_adds() {
  return forked(3, {{Op::kAdd, 0, 1}, {Op::kAdd, 1, 1}, {Op::kAdd, 0, 1}, {Op::kAdd, 1, 1}});
}

TEST(MemoryStateCache, ExploresFarLessThanEveryInterleaving) {
  const Explored found = cached(three_times_four_adds(), std::nullopt);
  EXPECT_TRUE(found.summary.complete);
  EXPECT_FALSE(found.summary.cached->full);
  EXPECT_LT(found.summary.executions, 2000u);  // of 12! / 4!^3 = 34650 ways to order the adds alone
}

TEST(MemoryStateCache, GoesOnSoundlyWhereTheTableIsFull) {
  const Program program = three_times_four_adds();
  const ExplicitSearch expected(program, 100000);
  ASSERT_FALSE(expected.too_many());
  for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{20000}}) {
    const Explored found = cached(program, 2, {}, bytes);
    EXPECT_TRUE(found.summary.cached->full);
    EXPECT_EQ(ends_of(found), expected.ends_within(2));
    EXPECT_GT(found.summary.executions, cached(program, 2).summary.executions);
    EXPECT_EQ(found.executions, cached(program, 2, {5, 3, {}}, bytes).executions);
  }
}

TEST(MemoryStateCache, ExpandsExecutionsWhoseStatesAreNotTold) {
  Program program = forked(2, {{Op::kAdd, 0, 1}, {Op::kAdd, 0, 1}});
  Wish wish;
  wish.parameters.preemptions = 2;
  const Explored all = explore_toy(program, wish);
  wish.plan.states = true;
  const Explored unknown_states = explore_toy(program, wish);  // the program does not tell
  EXPECT_EQ(all.executions, unknown_states.executions);
  EXPECT_EQ(unknown_states.summary.cached->unknown_states, all.executions.size());
  EXPECT_EQ(unknown_states.summary.cached->pruned, 0u);
}

// What fairness remembers is part of what a search goes on from.
TEST(MemoryStateCache, ReachesTheEndsOfFairExecutions) {
  Dice dice(74);
  std::uint64_t left_out = 0;
  for (int tried = 0; tried < 150; ++tried) {
    Body body;
    for (int n = 0; n < 4; ++n) {
      const int variable = static_cast<int>(dice.below(2)), value = static_cast<int>(dice.below(3));
      switch (dice.below(4)) {
        case 0:
        case 1: body.push_back({Op::kYield}); break;
        case 2: body.push_back({Op::kStore, variable, value}); break;
        default: body.push_back({Op::kSkipUnless, variable, value, 1}); break;
      }
    }
    Program program = forked(3, body);
    program.fair = 1 + dice.below(2);
    Wish wish;
    wish.parameters.preemptions = 1;
    const Explored all = explore_toy(program, wish);
    const Explored found = cached(program, 1);
    ASSERT_EQ(found.error, "");
    ASSERT_EQ(ends_of(found), ends_of(all)) << program.text();
    left_out += all.executions.size() - found.executions.size();
  }
  EXPECT_GT(left_out, 100u);
}

// One thread point, told with these hashes.
Log one_point(std::uint64_t program, std::uint64_t fairness, OpKind last) {
  using wire::RecordKind;
  Log log;
  log.header.uses_state = wire::kStatesLogged;
  log.records = {{RecordKind::kEnabled, OpKind::kNone, 0, 0, 0},
                 {RecordKind::kSignature, last, 0, 0, program},
                 {RecordKind::kSignature, OpKind::kYield, 0, 0, fairness},
                 {RecordKind::kStep, OpKind::kLoad, 0, 0, 64}};
  return log;
}

TEST(MemoryStateCache, TellsStatesApartByFairnessAndByTheLastThreadWherePreemptionsCount) {
  using explore::MemoryStateCache;
  for (const bool bounded : {true, false}) {
    MemoryStateCache seen(explore::default_memory(), bounded, false, 0);
    const auto is_known = [&seen](const Log& log) {
      seen.read(log.view(), 0);
      return seen.met_at() == 0;
    };
    EXPECT_FALSE(is_known(one_point(1, 1, OpKind::kNone)));
    EXPECT_FALSE(is_known(one_point(2, 1, OpKind::kNone)));
    EXPECT_FALSE(is_known(one_point(1, 2, OpKind::kNone)));
    EXPECT_EQ(is_known(one_point(1, 1, OpKind::kStart)), !bounded);
    EXPECT_TRUE(is_known(one_point(1, 1, OpKind::kNone)));
    Log unknown_states = one_point(1, 1, OpKind::kNone);
    unknown_states.header.uses_state = 0;
    EXPECT_FALSE(is_known(unknown_states));
    Log looked = one_point(1, 1, OpKind::kNone);
    looked.header.uses_state |= wire::kLooksAtClock;
    EXPECT_FALSE(is_known(looked));
    EXPECT_EQ(seen.trouble(), explore::GaveUp::kClocks);
  }
}

}  // namespace
}  // namespace stalemate::toy
