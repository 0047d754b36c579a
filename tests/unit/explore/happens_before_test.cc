// The dependence table (S7) on the toy system: independent steps commute, a graph determines its state, and
// the tuples with their epochs say the same as the relation H.
#include "happens_before.h"

#include <gtest/gtest.h>

#include <functional>

#include "class_table.h"
#include "model/operations.h"
#include "random_program.h"
#include "random_reduction.h"

namespace stalemate::toy {
namespace {

// One choice of a thread or of a value.
struct Turn {
  Choice thread;
  bool is_choice = false;
  std::uint32_t value = 0;
};

std::optional<std::size_t> thread_by_path(const State& state, const Choice& path) {
  for (std::size_t t = 0; t < state.threads(); ++t)
    if (state.path(t) == path) return t;
  return std::nullopt;
}

// False: it is not that thread's turn.
bool take(Run& run, const Turn& turn) {
  const State& state = run.state();
  if (state.over()) return false;
  if (turn.is_choice) {
    if (turn.value >= state.alternatives() || state.path(state.chooser()) != turn.thread) return false;
    run.choose(turn.value);
    return true;
  }
  const auto t = thread_by_path(state, turn.thread);
  if (state.alternatives() > 0 || !t || !state.enabled(*t)) return false;
  run.step(*t);
  return true;
}

std::optional<Run> replay(const Program& program, ActionTable& table, const std::vector<Turn>& turns) {
  Run run(program, table);
  for (const Turn& turn : turns)
    if (!take(run, turn)) return std::nullopt;
  return run;
}

Run follow(const Program& program, ActionTable& table, const Enumerated& execution) {
  Run run(program, table);
  for (const Choice& choice : execution.choices) {
    if (run.state().alternatives() > 0)
      run.choose(choice[0]);
    else
      run.step(*thread_by_path(run.state(), choice));
  }
  return run;
}

std::vector<Turn> random_execution(const Program& program, Dice& dice) {
  ActionTable table;
  Run run(program, table);
  std::vector<Turn> turns;
  while (!run.state().over()) {
    const State& state = run.state();
    const std::vector<std::size_t> enabled = state.enabled_by_path();
    if (state.alternatives() > 0)
      turns.push_back({state.path(state.chooser()), true, dice.below(state.alternatives())});
    else if (enabled.empty())
      break;
    else
      turns.push_back({state.path(enabled[dice.below(enabled.size())]), false, 0});
    EXPECT_TRUE(take(run, turns.back()));
  }
  return turns;
}

// Where the step of the i-th turn and its choices end.
std::size_t end_of(const std::vector<Turn>& turns, std::size_t i) {
  do ++i;
  while (i < turns.size() && turns[i].is_choice);
  return i;
}

// Swaps every pair of adjacent steps that the relation leaves unordered; why that is wrong somewhere, or "".
std::string swap_neighbours(const Program& program, const std::vector<Turn>& turns,
                            std::set<OpKind>& swapped) {
  ActionTable table;
  const std::optional<Run> whole = replay(program, table, turns);
  for (std::size_t i = 0; i < turns.size(); i = end_of(turns, i)) {
    const std::size_t j = end_of(turns, i);
    if (j == turns.size()) break;
    const std::size_t end = end_of(turns, j);
    if (turns[i].is_choice || turns[i].thread == turns[j].thread) continue;
    bool ordered = false;
    for (std::size_t a = i; a < j; ++a)
      for (std::size_t b = j; b < end; ++b) ordered |= whole->ordered(a, b);
    if (ordered) continue;
    const auto at = [&](std::size_t k) { return turns.begin() + static_cast<std::ptrdiff_t>(k); };
    std::vector<Turn> straight(turns.begin(), at(end)), other = straight;
    std::rotate(other.begin() + static_cast<std::ptrdiff_t>(i),
                other.begin() + static_cast<std::ptrdiff_t>(j), other.end());
    const auto first = replay(program, table, straight), second = replay(program, table, other);
    const std::string where = " at " + std::to_string(i);
    if (!second) return "the other order is not possible" + where;
    if (first->state().snapshot() != second->state().snapshot()) return "another state" + where;
    if (first->graph() != second->graph()) return "another graph" + where;
    if (first->order() != second->order()) return "another relation" + where;
    const State before = replay(program, table, {turns.begin(), at(i)})->state();
    for (const std::size_t k : {i, j})
      swapped.insert(before.announced(*thread_by_path(before, turns[k].thread)).op);
  }
  return "";
}

using Check = std::function<std::string(const Program&, std::uint64_t seed)>;

void expect_for_all(int programs, unsigned seed, const Check& check) {
  Dice dice(seed);
  for (int i = 0; i < programs; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    const std::uint64_t order = dice.below(1u << 30);
    if (check(program, order).empty()) continue;
    const Program small = shrink(program, [&](const Program& p) { return !check(p, order).empty(); });
    FAIL() << check(small, order) << " in\n" << small.text();
  }
}

TEST(HappensBefore, IndependentNeighboursCommute) {
  std::set<OpKind> swapped;
  expect_for_all(4000, 1, [&](const Program& program, std::uint64_t seed) -> std::string {
    Dice dice(seed);
    for (int i = 0; i < 3; ++i) {
      const std::string why = swap_neighbours(program, random_execution(program, dice), swapped);
      if (!why.empty()) return why;
    }
    return "";
  });
  using enum OpKind;
  for (const OpKind op :
       {kStart,      kCreate,       kJoin,         kLock,           kUnlock,       kTryLock,
        kTimedLock,  kWait,         kReacquire,    kSignal,         kBroadcast,    kLoad,
        kStore,      kRmw,          kCas,          kReadLock,       kTryReadLock,  kTimedReadLock,
        kReadUnlock, kWriteLock,    kTryWriteLock, kTimedWriteLock, kWriteUnlock,  kSemWait,
        kSemTryWait, kSemTimedWait, kSemPost,      kBarrierArrive,  kBarrierLeave, kTryJoin,
        kTimedJoin,  kOnce,         kOnceDone,     kFutexWait,      kFutexWoken,   kFutexWake,
        kYield,      OpKind::kSleep})
    EXPECT_TRUE(swapped.contains(op)) << name_of(op) << " was never swapped";
}

// H together with what was chosen: the paper's state without its tuples.
struct Relation {
  std::set<std::pair<Run::Name, Run::Name>> order;
  std::vector<std::pair<Choice, std::uint32_t>> chosen;
  friend auto operator<=>(const Relation&, const Relation&) = default;
};

Relation relation_of(const Run& run) {
  Relation relation{run.order(), {}};
  for (std::size_t i = 0; i < run.actions(); ++i)
    if (run.is_choice(i)) relation.chosen.emplace_back(run.thread_of(i), run.chosen(i));
  std::stable_sort(relation.chosen.begin(), relation.chosen.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  return relation;
}

std::string compare_tuples_and_relations(const Program& program, const std::vector<Enumerated>& all) {
  ActionTable table;
  std::map<Graph, std::pair<Relation, std::vector<int>>> by_tuples;
  std::map<Relation, Graph> by_relation;
  for (const Enumerated& execution : all) {
    const Run run = follow(program, table, execution);
    const Relation relation = relation_of(run);
    const auto [at, added] = by_tuples.try_emplace(run.graph(), relation, run.state().snapshot());
    if (at->second.first != relation) return "equal tuples, other relations";
    if (at->second.second != run.state().snapshot()) return "equal tuples, other states";
    if (by_relation.emplace(relation, run.graph()).first->second != run.graph())
      return "equal relations, other tuples";
  }
  return "";
}

// Of all executions of a program.
TEST(HappensBefore, TuplesAndRelationsTellTheSameExecutionsApart) {
  constexpr std::size_t kMost = 1000;
  expect_for_all(500, 2, [&](const Program& program, std::uint64_t) -> std::string {
    const auto all = enumerate(program, 0, kMost);
    return all ? compare_tuples_and_relations(program, *all) : "";
  });
}

// The linearizations of the relation are the interleavings of the class, no more and no fewer: so the table
// orders nothing too little and nothing too much.
class Linearizations {
 public:
  Linearizations(const Program& program, const std::vector<Turn>& turns) : turns_(turns) {
    whole_ = replay(program, table_, turns);
    extend(Run(program, table_), 0);
  }
  std::string why;
  std::uint64_t count = 0;

 private:
  // Actions are done in any order that respects H and lets choices follow their steps.
  void extend(const Run& run, std::uint64_t done) {
    if (done == (std::uint64_t{1} << turns_.size()) - 1) {
      ++count;
      if (run.graph() != whole_->graph()) why = "a linearization ends in another graph";
      if (run.state().snapshot() != whole_->state().snapshot()) why = "a linearization ends in another state";
    }
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      if ((done >> i & 1) != 0) continue;
      if ((run.state().alternatives() > 0) != turns_[i].is_choice) continue;
      if (turns_[i].is_choice && run.state().path(run.state().chooser()) != turns_[i].thread) continue;
      bool ready = true;
      for (std::size_t k = 0; k < turns_.size(); ++k)
        ready &= (done >> k & 1) != 0 || k == i || !whole_->ordered(k, i);
      if (!ready) continue;
      Run next = run;
      if (!take(next, turns_[i])) {
        why = "a linearization is not possible";
        return;
      }
      extend(next, done | std::uint64_t{1} << i);
    }
  }

  const std::vector<Turn>& turns_;
  ActionTable table_;
  std::optional<Run> whole_;
};

TEST(HappensBefore, TheLinearizationsOfAGraphAreTheInterleavingsOfItsClass) {
  expect_for_all(500, 3, [&](const Program& program, std::uint64_t seed) -> std::string {
    const auto all = enumerate(program, 0, 800);
    if (!all) return "";
    Dice dice(seed);
    const std::vector<Turn> turns = random_execution(program, dice);
    const Linearizations found(program, turns);
    if (!found.why.empty()) return found.why;
    ActionTable table;
    const Graph graph = replay(program, table, turns)->graph();
    const auto in_class = std::count_if(all->begin(), all->end(), [&](const Enumerated& execution) {
      return follow(program, table, execution).graph() == graph;
    });
    return static_cast<std::uint64_t>(in_class) == found.count ? "" : "the class has more interleavings";
  });
}

TEST(HappensBefore, ReadersOfALockShareAnEpoch) {
  const Program program = forked(2, {{Op::kReadLock, 0}, {Op::kReadUnlock, 0}});
  EXPECT_EQ(enumerate_classes(program, 10000)->classes(), 1u);
  const Program loads = forked(3, {{Op::kLoad, 0, 0}});
  EXPECT_EQ(enumerate_classes(loads, 20000)->classes(), 1u);
}

TEST(HappensBefore, ASignalWithoutWaitersIsARead) {
  const Program program = forked(2, {{Op::kSignal, 0}, {Op::kBroadcast, 0}});
  EXPECT_EQ(enumerate_classes(program, 10000)->classes(), 1u);
}

TEST(HappensBefore, AnExitDependsOnEverything) {
  Program program;
  program.bodies = {{{Op::kCreate, 1}, {Op::kExit}}, {{Op::kAdd, 0, 1}}};
  EXPECT_EQ(enumerate_classes(program, 100)->classes(), 3u);  // before the start, the step, or after it
}

}  // namespace
}  // namespace stalemate::toy
