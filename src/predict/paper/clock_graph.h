// A Graph whose clocks follow each added edge, and that removes edges again in reverse order: the "vector
// clocks for incremental addition or removal" of the paper's Optimization paragraph.
#pragma once

#include <cstddef>
#include <queue>
#include <vector>

#include "predict/paper/graph.h"

namespace stalemate::predict::paper {

class ClockGraph {
 public:
  explicit ClockGraph(const Order& order) : graph_(order), order_(order) {}

  const Graph& graph() const { return graph_; }

  // From nothing: without the broken couple and what is cut, with all induced edges. Never a cycle, for the
  // trace itself is such an order; but a scope without an end may block another one.
  void build(Edge broken, Cut cut);
  // Breaks another couple of a built graph that has none broken and no cut. Its induced edges go with it.
  void break_couple(Edge couple, const ClockGraph& whole);

  struct Mark {
    std::size_t edges = 0, clocks = 0;
  };
  Mark mark() const { return {edges_.size(), changed_.size()}; }
  // Adds it with the edges it induces, or without them; false: there is a cycle, and only undo() is allowed.
  bool add(Edge edge, bool induce);
  void undo(const Mark& mark);

 private:
  void link(Edge edge);
  void clear_from(Vertex first);
  std::vector<bool> edges_resting_on(Edge couple, const ClockGraph& whole);
  void settle();
  bool propagate(bool induce);
  bool merge(Vertex from, Vertex into);
  bool induce_at(std::uint32_t scope);

  Graph graph_;
  const Order& order_;
  std::vector<Edge> edges_;
  std::vector<Vertex> changed_;
  std::vector<std::uint32_t> old_clocks_;
  std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> work_;
  std::vector<bool> waiting_ = std::vector<bool>(order_.thread.size());
  Vertex changed_from_ = 0;  // what break_couple() has to restore
};

}  // namespace stalemate::predict::paper
