// What a search finds that has the fair scheduler beneath it: the graph of a toy system's states together
// with those of the scheduler under test. The scheduler cannot be copied: every node is reached by running
// the system from its beginning, as the tool does it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "execution_graph.h"
#include "model/fairness.h"

namespace stalemate::toy {

// The states of a system, by number; node 0 is the initial one.
struct Space {
  Graph graph;
  std::vector<State> states;
};
Space states_of(const System& system);

// P, by the thread that waits.
using Priorities = std::vector<std::pair<std::uint32_t, Threads>>;

struct Product {
  Graph graph;                       // out: only what the scheduler lets run
  std::vector<std::uint32_t> state;  // of each node: the node in Space::graph
  std::vector<Threads> may_run;      // T
  std::vector<Priorities> P;
  bool visits(std::uint32_t of_space) const;
};

// Called for every edge, with the scheduler as it is after it.
using OnEdge = std::function<void(const Product& so_far, const Edge& edge, const Fairness& after)>;

// Nothing if there are too many nodes.
std::optional<Product> fair_product(const System& system, const Space& space, std::uint32_t every,
                                    const OnEdge& on_edge = {});

// Follows the cycle from a node of its first state again and again: how often it could be gone round
// completely, at most `most` times.
std::uint32_t unrollings(const Product& product, std::uint32_t node, const Edges& cycle, std::uint32_t most);

Fairness::Set bits_of(const Threads& threads);
Threads threads_of(const Fairness::Set& set, std::uint32_t words);

}  // namespace stalemate::toy
