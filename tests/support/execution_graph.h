// The infinite executions of a finite transition system, as sets of edges that can be gone round for ever.
// Decides exactly, by strongly connected components, whether there are any that are fair (SF) or good
// samaritans (GS) as section 3 of the second paper defines them; lists its simple cycles; computes yield
// counts.
#pragma once

#include <functional>
#include <vector>

#include "transition_system.h"

namespace stalemate::toy {

struct Edge {
  std::uint32_t from = 0, to = 0;
  std::uint32_t thread = 0;
  bool yields = false;
};

using Edges = std::vector<Edge>;

// Node 0 is the initial one; all are reachable.
struct Graph {
  std::vector<Threads> enabled;
  std::vector<Edges> out;
};

bool has_cycle(const Graph& graph);
// Some infinite execution in which every thread that is enabled for ever again is scheduled for ever again.
bool has_fair_execution(const Graph& graph);
// Some infinite execution in which a thread is scheduled for ever again, and from some point on never yields.
bool has_selfish_execution(const Graph& graph);
// Some infinite execution that satisfies GS and not SF.
bool has_unfair_samaritan_execution(const Graph& graph);

// At most `most` cycles in which no node occurs twice.
std::vector<Edges> simple_cycles(const Graph& graph, std::size_t most);
bool is_fair(const Graph& graph, const Edges& cycle);
bool is_samaritan(const Edges& cycle);
std::uint32_t yield_count(const Edges& sequence);

// For each node whether an execution leads to it in which no thread yields more than `yields` times.
std::vector<bool> reached_within(const Graph& graph, std::uint32_t yields);

}  // namespace stalemate::toy
