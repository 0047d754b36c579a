// CB(s, t) and CB(s) of the third paper against the definition, on partial orders and on toy programs, and
// what the paper proves of them.
#include <gtest/gtest.h>

#include <algorithm>

#include "class_table.h"
#include "literal_reduction.h"
#include "random_reduction.h"

namespace stalemate::toy {
namespace {

// Edges go from earlier to later actions of a random total order, so that there is no cycle.
Poset random_poset(Dice& dice) {
  Poset poset;
  const int threads = 2 + static_cast<int>(dice.below(3));
  const std::size_t most = threads == 2 ? 6 : threads == 3 ? 3 : 2;
  std::vector<Poset::Name> sequence;
  std::vector<int> left, done(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) {
    poset.lengths.push_back(1 + static_cast<int>(dice.below(most)));
    left.insert(left.end(), static_cast<std::size_t>(poset.lengths.back()), t);
  }
  while (!left.empty()) {
    const auto at = left.begin() + static_cast<std::ptrdiff_t>(dice.below(left.size()));
    sequence.emplace_back(*at, done[static_cast<std::size_t>(*at)]++);
    left.erase(at);
  }
  for (std::size_t j = 0; j < sequence.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (sequence[i].first != sequence[j].first && dice.below(3) == 0)
        poset.before.emplace(sequence[i], sequence[j]);
  poset.blocking = dice.below(2) == 0;
  return poset;
}

TEST(ContextBound, IsTheLeastOverAllLinearizationsOfRandomOrders) {
  Dice dice(1);
  int most = 0;
  for (int i = 0; i < 1000; ++i) {
    const Space space = space_of(random_poset(dice));
    ContextBound cb(space);
    const int last = space.size() - 1;
    ASSERT_TRUE(space[last].succ.empty());
    ASSERT_EQ(cb.of(last), least_preemptions(space, last));
    const int other = static_cast<int>(dice.below(space.nodes.size()));
    ASSERT_EQ(cb.of(other), least_preemptions(space, other));
    most = std::max(most, cb.of(last));
  }
  EXPECT_GE(most, 3);
}

TEST(ContextBound, IsTheLeastOverAllInterleavingsOfToyPrograms) {
  Dice dice(2);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto all = enumerate_classes(program, 1500);
    if (!all) continue;
    const auto space = space_of(program, 100000);
    ASSERT_TRUE(space);
    const ClassTable table = classes_of(*space);
    ASSERT_EQ(table.classes_per_bound(), all->classes_per_bound()) << program.text();
    ASSERT_EQ(table.failing_per_bound(), all->failing_per_bound()) << program.text();
    for (std::uint32_t bound = 0; bound < 4; ++bound)
      ASSERT_EQ(table.final_states(bound), all->final_states(bound)) << program.text();
    ++compared;
  }
  EXPECT_GT(compared, 150);
}

// ---- Theorem 5

using Digraph = std::set<std::pair<int, int>>;

bool has_cycle(const Digraph& graph, unsigned vertices) {
  // Vertices that nothing leads to are dropped until none is left.
  for (bool dropped = true; dropped;) {
    dropped = false;
    for (int v = 0; v < 32; ++v) {
      if ((vertices >> v & 1) == 0) continue;
      const bool reached = std::any_of(graph.begin(), graph.end(), [&](const auto& edge) {
        return edge.second == v && (vertices >> edge.first & 1) != 0;
      });
      if (!reached) vertices &= ~(1u << v), dropped = true;
    }
  }
  return vertices != 0;
}

int least_feedback_vertex_set(const Digraph& graph, int vertices) {
  int least = vertices;
  for (unsigned removed = 0; removed < 1u << vertices; ++removed)
    if (!has_cycle(graph, ((1u << vertices) - 1) & ~removed))
      least = std::min(least, __builtin_popcount(removed));
  return least;
}

// A thread of two actions for each vertex; the edges of the graph order first actions before second ones. No
// thread is ever blocked: the orders are those of conflicting accesses.
Poset state_of(const Digraph& graph, int vertices) {
  Poset poset;
  poset.lengths.assign(static_cast<std::size_t>(vertices), 2);
  for (const auto& [u, v] : graph) poset.before.insert({{u, 0}, {v, 1}});
  return poset;
}

TEST(ContextBound, IsTheLeastFeedbackVertexSetOfADigraph) {
  Dice dice(3);
  std::set<int> seen;
  for (int i = 0; i < 300; ++i) {
    const int vertices = 2 + static_cast<int>(dice.below(5));
    Digraph graph;
    for (int u = 0; u < vertices; ++u)
      for (int v = 0; v < vertices; ++v)
        if (u != v && dice.below(3) == 0) graph.emplace(u, v);
    const Space space = space_of(state_of(graph, vertices));
    ContextBound cb(space);
    const int bound = cb.of(space.size() - 1);
    ASSERT_EQ(bound, least_feedback_vertex_set(graph, vertices));
    seen.insert(bound);
  }
  EXPECT_GE(seen.size(), 4u);
}

// If the edges were waits, nobody would have to be preempted in a cycle of two: that is why they must not be.
TEST(ContextBound, WaitsAreNoPreemptions) {
  Poset poset = state_of({{0, 1}, {1, 0}}, 2);
  const Space conflicts = space_of(poset);
  EXPECT_EQ(ContextBound(conflicts).of(conflicts.size() - 1), 1);
  poset.blocking = true;
  const Space waits = space_of(poset);
  EXPECT_EQ(ContextBound(waits).of(waits.size() - 1), 0);
}

// ---- what the algorithms rest on

// Figure 2: from c one more step of a preempted thread, and no preemption was needed after all.
TEST(ContextBound, IsNotMonotonic) {
  Poset poset;
  poset.lengths = {2, 1};
  poset.before.insert({{0, 0}, {1, 0}});
  const Space space = space_of(poset);
  ContextBound cb(space);
  bool found = false;
  for (int c = 0; c < space.size(); ++c)
    for (const Move& move : space[c].succ) {
      if (cb.of(c) <= cb.of(move.to)) continue;
      found = true;
      EXPECT_TRUE(cb.of(c) == 1 && cb.of(move.to) == 0 && move.thread == 0);
    }
  EXPECT_TRUE(found);
}

// Theorem 1: every step (s, t) is the last one of a monotonic execution.
bool has_monotonic_execution(const Space& space, ContextBound& cb, int s, int t,
                             std::map<std::pair<int, int>, bool>& known) {
  if (s == 0) return true;
  if (const auto at = known.find({s, t}); at != known.end()) return at->second;
  const auto& pred = space[s].pred;
  return known[{s, t}] = std::any_of(pred.begin(), pred.end(), [&](const auto& before) {
           const auto& [x, u] = before;
           return cb.of(x, u) <= cb.of(s, t) && has_monotonic_execution(space, cb, x, u, known);
         });
}

// Corollary 1: the states that are reached by steps within the bound.
std::set<int> reachable_within(const Space& space, ContextBound& cb, int csb) {
  std::set<int> reached{0};
  for (int s = 0; s < space.size(); ++s)  // a state comes after its predecessors
    if (reached.contains(s))
      for (const Move& move : space[s].succ)
        if (cb.of(s, move.thread) <= csb) reached.insert(move.to);
  return reached;
}

void expect_lemmas(const Space& space, const std::string& text) {
  ContextBound cb(space);
  std::map<std::pair<int, int>, bool> known;
  int most = 0;
  for (int s = 0; s < space.size(); ++s) {
    most = std::max(most, cb.of(s));
    bool progress = space[s].succ.empty();
    for (const Move& move : space[s].succ) {
      ASSERT_LE(cb.of(s), cb.of(s, move.thread)) << "Lemma 1 fails in\n" << text;
      ASSERT_LE(cb.of(s, move.thread), cb.of(s) + 1) << "a step costs more than one switch in\n" << text;
      progress |= cb.of(s) == cb.of(s, move.thread);
      ASSERT_TRUE(has_monotonic_execution(space, cb, s, move.thread, known)) << "Theorem 1 fails in\n"
                                                                             << text;
    }
    ASSERT_TRUE(progress) << "Lemma 2 fails in\n" << text;
  }
  for (int csb = 0; csb <= most; ++csb) {
    const std::set<int> reached = reachable_within(space, cb, csb);
    for (int s = 0; s < space.size(); ++s)
      ASSERT_TRUE(cb.of(s) > csb || reached.contains(s)) << "Corollary 1 fails in\n" << text;
  }
}

// CB(s, t) from CB(s) and the set B(s) of those by whom it is attained.
void expect_short_form(const Space& space, const std::string& text) {
  ContextBound cb(space);
  for (int s = 1; s < space.size(); ++s) {
    std::set<int> attained;
    for (const auto& [x, u] : space[s].pred)
      if (cb.of(x, u) == cb.of(s)) attained.insert(u);
    const bool all_run_on =
        std::all_of(attained.begin(), attained.end(), [&](int u) { return space[s].runs_on.contains(u); });
    for (const Move& move : space[s].succ)
      ASSERT_EQ(cb.of(s, move.thread), cb.of(s) + (!attained.contains(move.thread) && all_run_on)) << text;
  }
}

TEST(ContextBound, LemmasHoldForToyPrograms) {
  Dice dice(4);
  bool falls = false;
  for (int i = 0; i < 250; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto space = space_of(program, 1200);
    if (!space) continue;
    expect_lemmas(*space, program.text());
    expect_short_form(*space, program.text());
    if (HasFatalFailure()) return;
    ContextBound cb(*space);
    for (int s = 0; s < space->size(); ++s)
      for (const Move& move : (*space)[s].succ) falls |= cb.of(s) > cb.of(move.to);
  }
  EXPECT_TRUE(falls) << "no state like c of Figure 2";
}

TEST(ContextBound, LemmasHoldForOrdersThatBlock) {
  Dice dice(5);
  for (int i = 0; i < 200; ++i) {
    Poset poset = random_poset(dice);
    poset.blocking = true;
    const Space space = space_of(poset);
    expect_lemmas(space, "a partial order");
    expect_short_form(space, "a partial order");
    if (HasFatalFailure()) return;
  }
}

// s - t is one state: what is left without the last action of t.
TEST(ContextBound, AStateHasAtMostOnePredecessorPerThread) {
  Dice dice(6);
  for (int i = 0; i < 150; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    const auto space = space_of(program, 1200);
    if (!space) continue;
    for (int s = 0; s < space->size(); ++s) {
      std::set<int> threads;
      for (const auto& [x, t] : (*space)[s].pred) ASSERT_TRUE(threads.insert(t).second) << program.text();
    }
  }
}

}  // namespace
}  // namespace stalemate::toy
