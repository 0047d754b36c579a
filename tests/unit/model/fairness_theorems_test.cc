// The theorems of section 3 of the second paper, on random toy systems: each is decided exactly on the finite
// graph of a system's states together with those of the scheduler (model/fairness.h). A system that
// contradicts one is made small and printed.
//
// With k, only every k-th yield of a thread counts. The paper calls the generalisations straightforward; here
// they are, with k = 1 for the theorems as printed:
//
//   1, 2, 3  as they are: a thread that yields for ever has every k-th of its yields for ever.
//   4        an unfair cycle is gone round at most 2k times. A thread's first yield that counts is among its
//   first k
//            on the cycle, and opens a window; the next that counts closes it k yields later. If the thread
//            yields once in a round, these are 2k rounds; if y times, fewer. (A window in which it disables
//            the starving thread closes at the latest with yield k + k⌈y/k⌉, within 2k rounds.)
//   5        every state is visited to which some execution leads in which no thread yields more than 2k - 1
//   times:
//            P stays empty, as the first yield that counts finds S = Tid, and the second is the 2k-th. The
//            paper promises only those without yields.
//   6        if x is reached by an execution in which no thread yields k times, then a fair cycle through x
//   in which
//            no thread yields more than k times is gone round for ever: no window is open at x, and every
//            window that opens on the cycle lasts at least a whole round.
#include <gtest/gtest.h>

#include <map>

#include "algorithm_as_printed.h"
#include "fair_product.h"

namespace stalemate::toy {
namespace {

struct Case {
  System system;
  std::uint32_t every = 1;
  Space space;
  Product product;
};

std::optional<Case> build(const System& system, std::uint32_t every) {
  Case one{system, every, states_of(system), {}};
  if (one.space.states.size() > 400) return std::nullopt;
  std::optional<Product> product = fair_product(system, one.space, every);
  if (!product) return std::nullopt;
  one.product = std::move(*product);
  return one;
}

// What contradicts the property; empty: nothing does.
using Property = std::function<std::string(const Case&)>;

void fail_with_a_small_one(const Case& one, const Property& property) {
  auto fails = [&](const System& candidate) {
    const std::optional<Case> smaller = build(candidate, one.every);
    return smaller && !property(*smaller).empty();
  };
  const System small = shrink(one.system, fails);
  ADD_FAILURE() << property(*build(small, one.every)) << "\nevery " << one.every << ". yield counts\n"
                << small.text();
}

Wish wish_of(std::uint32_t n) {
  const std::uint32_t number_by[] = {1, 1, 1, 33, 45};
  const Kind kinds[] = {Kind::kAny, Kind::kSamaritan, Kind::kSpinning};
  return {kinds[n % 3], 2 + n % 4, number_by[n % 5]};
}

constexpr std::uint32_t kEvery[] = {1, 1, 2, 1, 3};

void for_random_systems(std::uint32_t seed, std::uint32_t systems, const Property& property) {
  std::mt19937 random(seed);
  std::uint32_t too_large = 0;
  for (std::uint32_t n = 0; n < systems; ++n) {
    const std::optional<Case> one = build(random_system(random, wish_of(n)), kEvery[n / 7 % 5]);
    if (!one)
      ++too_large;
    else if (!property(*one).empty())
      return fail_with_a_small_one(*one, property);
  }
  EXPECT_LT(too_large, systems / 20) << "of " << systems;
}

Threads tid_of(const System& system) {
  Threads tid;
  for (const Thread& thread : system.threads) tid.set(thread.number);
  return tid;
}

// What the scheduler keeps, and as printed; equal where a window is open.
bool same(const Fairness& fairness, const AsPrinted& printed, std::uint32_t exist) {
  const std::uint32_t words = (exist + 63) / 64;
  for (const auto& [t, P] : printed.P) {
    const Fairness::Window* window = fairness.window_of(t);
    if (window == nullptr || !window->open) {
      if (P.any() || printed.S.at(t) != printed.D.at(t) || printed.E.at(t).any()) return false;
    } else if (threads_of(window->waits_for, words) != P ||
               threads_of(window->always, words) != printed.E.at(t) ||
               threads_of(window->disabled, words) != printed.D.at(t) ||
               threads_of(window->scheduled, words) != printed.S.at(t)) {
      return false;
    }
  }
  return true;
}

// Runs Algorithm 1 as printed along every edge of the product.
std::string compare_with_printed(const Case& one) {
  std::map<std::uint32_t, AsPrinted> at{{0, AsPrinted(tid_of(one.system), one.every)}};
  std::string wrong;
  auto compare = [&](const Product& product, const Edge& edge, const Fairness& fairness) {
    AsPrinted printed = at.at(edge.from);
    const Threads& enabled = product.graph.enabled[edge.to];
    printed.step(edge.thread, edge.yields, product.graph.enabled[edge.from], enabled);
    Threads may = enabled;
    for (std::uint32_t t = 0; t < kMostThreads; ++t)
      if (enabled[t] && fairness.holds_back(t, bits_of(enabled))) may.reset(t);
    if (may != printed.may_run(enabled) || may != product.may_run[edge.to]) wrong = "T differs";
    const std::uint32_t exist = existing(one.system, one.space.states[product.state[edge.to]]);
    if (!same(fairness, printed, exist)) wrong = "P, E, D or S differ";
    at.emplace(edge.to, std::move(printed));
  };
  fair_product(one.system, one.space, one.every, compare);
  return wrong;
}

std::string theorem_3(const Case& one) {
  for (std::uint32_t node = 0; node < one.product.state.size(); ++node) {
    if (one.product.may_run[node].none() && one.product.graph.enabled[node].any())
      return "T is empty though somebody is enabled";
    AsPrinted order({}, 1);
    for (const auto& [t, after] : one.product.P[node]) order.P[t] = after;
    if (!order.acyclic()) return "P has a cycle";
  }
  return "";
}

Edges rotated(Edges cycle, std::size_t by) {
  std::rotate(cycle.begin(), cycle.begin() + static_cast<std::ptrdiff_t>(by), cycle.end());
  return cycle;
}

// The most rounds of the cycle that the search goes, from any of its states and however it comes there.
std::uint32_t most_unrollings(const Product& product, const Edges& cycle, std::uint32_t most) {
  std::uint32_t rounds = 0;
  for (std::size_t by = 0; by < cycle.size(); ++by) {
    const Edges turned = rotated(cycle, by);
    for (std::uint32_t node = 0; node < product.state.size(); ++node)
      if (product.state[node] == turned[0].from)
        rounds = std::max(rounds, unrollings(product, node, turned, most));
  }
  return rounds;
}

// Whether the search goes round for ever from some node of the cycle's first state: more rounds than there
// are nodes.
bool goes_round_for_ever(const Product& product, const Edges& cycle) {
  const auto nodes = static_cast<std::uint32_t>(product.state.size());
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (product.state[node] == cycle[0].from && unrollings(product, node, cycle, nodes + 1) > nodes)
      return true;
  return false;
}

// A state within `before` yields, and a fair cycle through it of at most `around`, that is not gone round for
// ever.
std::string fair_cycle_cut(const Case& one, std::uint32_t before, std::uint32_t around, std::uint32_t* seen) {
  const std::vector<bool> near = reached_within(one.space.graph, before);
  for (const Edges& cycle : simple_cycles(one.space.graph, 40)) {
    if (!is_fair(one.space.graph, cycle) || yield_count(cycle) > around) continue;
    for (std::size_t by = 0; by < cycle.size(); ++by) {
      if (!near[cycle[by].from]) continue;
      ++*seen;
      if (!goes_round_for_ever(one.product, rotated(cycle, by)))
        return "a fair cycle of " + std::to_string(cycle.size()) + " steps is not gone round for ever";
    }
  }
  return "";
}

std::string state_missed(const Case& one, std::uint32_t yields) {
  const std::vector<bool> near = reached_within(one.space.graph, yields);
  for (std::uint32_t state = 0; state < near.size(); ++state)
    if (near[state] && !one.product.visits(state))
      return "state " + std::to_string(state) + " of yield count " + std::to_string(yields) +
             " is not visited";
  return "";
}

TEST(FairTheorems, TheSchedulerIsTheOneAsPrinted) { for_random_systems(1, 1500, compare_with_printed); }

// The first waits with yields for a variable; each of the others creates the next, every third yields, too;
// the last sets the variable.
System relay(std::uint32_t threads) {
  Transition spin{0, 0, Cell{0, 0}, {}, true, {}, {}}, leave{0, 1, Cell{0, 1}, {}, false, {}, {}};
  System system{{{0, false, {spin, leave}}, {1, false, {}}}, 1};
  for (std::uint32_t n = 1; n < threads; ++n) {
    if (n > 1) system.threads.push_back({n, true, {}});
    Transition last{0, 1, {}, {}, n % 3 == 0, {}, {}};
    if (n + 1 < threads)
      last.creates = static_cast<std::uint8_t>(n + 1);
    else
      last.sets = Cell{0, 1};
    system.threads[n].transitions.push_back(last);
  }
  return system;
}

TEST(FairTheorems, HoldForMoreThreadsThanAWordHasBits) {
  const std::optional<Case> one = build(relay(70), 1);
  ASSERT_TRUE(one);
  EXPECT_EQ(compare_with_printed(*one), "");
  EXPECT_EQ(theorem_3(*one), "");
  EXPECT_EQ(state_missed(*one, 1), "");
  EXPECT_TRUE(has_cycle(one->space.graph));
  EXPECT_FALSE(has_cycle(one->product.graph)) << "Theorem 2";
}

TEST(FairTheorems, Theorem1EveryInfiniteExecutionOfGoodSamaritansIsFair) {
  std::uint32_t infinite = 0;
  for_random_systems(2, 3000, [&](const Case& one) -> std::string {
    infinite += has_cycle(one.product.graph) ? 1 : 0;
    return has_unfair_samaritan_execution(one.product.graph) ? "an infinite execution with GS and without SF"
                                                             : "";
  });
  EXPECT_GT(infinite, 800u);
}

TEST(FairTheorems, Theorem2FairTerminatingProgramsOfGoodSamaritansEnd) {
  std::uint32_t cyclic = 0;
  for_random_systems(3, 3000, [&](const Case& one) -> std::string {
    if (has_selfish_execution(one.space.graph) || has_fair_execution(one.space.graph)) return "";
    cyclic += has_cycle(one.space.graph) ? 1 : 0;
    return has_cycle(one.product.graph) ? "an infinite execution of a fair-terminating program" : "";
  });
  EXPECT_GT(cyclic, 100u);
}

TEST(FairTheorems, Theorem3NobodyWaitsForHimself) { for_random_systems(4, 3000, theorem_3); }

TEST(FairTheorems, Theorem4UnfairCyclesAreGoneRoundTwice) {
  std::map<std::uint32_t, std::uint32_t> exactly;  // by k: cycles gone round as often as may be
  for_random_systems(5, 2500, [&](const Case& one) -> std::string {
    for (const Edges& cycle : simple_cycles(one.space.graph, 25)) {
      if (is_fair(one.space.graph, cycle) || !is_samaritan(cycle)) continue;
      const std::uint32_t rounds = most_unrollings(one.product, cycle, 2 * one.every + 1);
      if (rounds > 2 * one.every) return "an unfair cycle is gone round " + std::to_string(rounds) + " times";
      if (rounds == 2 * one.every) ++exactly[one.every];
    }
    return "";
  });
  for (const std::uint32_t k : {1u, 2u, 3u}) EXPECT_GT(exactly[k], 20u) << "every " << k;
}

TEST(FairTheorems, Theorem5VisitsStatesThatNeedFewYields) {
  std::uint32_t more = 0;
  for_random_systems(6, 2500, [&](const Case& one) {
    more += reached_within(one.space.graph, 0) != reached_within(one.space.graph, 2 * one.every - 1) ? 1 : 0;
    return state_missed(one, 2 * one.every - 1);
  });
  EXPECT_GT(more, 500u);
}

TEST(FairTheorems, Theorem6GoesRoundFairCyclesForEver) {
  std::uint32_t seen = 0;
  for_random_systems(7, 3000,
                     [&](const Case& one) { return fair_cycle_cut(one, one.every - 1, one.every, &seen); });
  EXPECT_GT(seen, 500u);
}

}  // namespace
}  // namespace stalemate::toy
