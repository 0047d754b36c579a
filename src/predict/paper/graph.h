// A witness order graph G' as both ways of the algorithm store it: program order, sync edges and read couples
// stay in the Order; what one witness breaks, leaves out and adds is here, and for each event a vector clock
// of what must come before it.
#pragma once

#include <vector>

#include "predict/paper/order.h"

namespace stalemate::predict::paper {

struct Graph {
  explicit Graph(const Order& of)
      : order(&of),
        cut(no_cut(of)),
        added_out(of.thread.size()),
        added_in(of.thread.size()),
        clock(of.thread.size() * of.threads) {}

  const Order* order;
  Cut cut;                                               // events that do not occur
  Edge broken{kStart, kStart};                           // the read couple (w, r)
  std::vector<std::vector<Vertex>> added_out, added_in;  // induced, witness order and choice edges
  std::vector<std::uint32_t> clock;  // [event * threads + thread]: the last place before it

  std::uint32_t* clock_of(Vertex vertex) { return clock.data() + vertex * order->threads; }
  const std::uint32_t* clock_of(Vertex vertex) const { return clock.data() + vertex * order->threads; }

  // Whether there is a path, for vertices that occur.
  bool precedes(Vertex one, Vertex other) const {
    if (one == kStart || other == kEnd) return true;
    if (one == kEnd || other == kStart) return false;
    return clock_of(other)[order->thread[one]] >= order->place[one];
  }

  template <class Visit>
  void each_successor(Vertex vertex, Visit visit) const {
    const auto& mine = order->events[order->thread[vertex]];
    if (order->place[vertex] < mine.size()) visit(mine[order->place[vertex]]);
    for (const Vertex next : order->sync_out[vertex]) visit(next);
    for (const Vertex reader : order->readers[vertex])
      if (vertex != broken.from || reader != broken.to) visit(reader);
    for (const Vertex next : added_out[vertex]) visit(next);
  }
  template <class Visit>
  void each_predecessor(Vertex vertex, Visit visit) const {
    if (order->place[vertex] > 1) visit(order->events[order->thread[vertex]][order->place[vertex] - 2]);
    for (const Vertex previous : order->sync_in[vertex]) visit(previous);
    const std::int64_t writer = order->writer[vertex];
    if (writer != kInitial && (vertex != broken.to || vertex_of(writer) != broken.from))
      visit(vertex_of(writer));
    for (const Vertex previous : added_in[vertex]) visit(previous);
  }
};

// The rule of induced edges for the scope that `inner` names, with clocks as they are: for each other thread
// the last scope whose beginning has a path to the end of this one, where the edge is not implied yet.
// Earlier scopes of that thread follow by program order.
template <class Add>
void each_induced(const Graph& graph, std::uint32_t inner, Add add) {
  const Order& order = *graph.order;
  const Scope& scope = order.scopes[inner];
  if (is_cut(order, graph.cut, scope)) return;
  for (std::size_t thread = 0; thread < order.threads; ++thread) {
    if (thread == scope.thread) continue;
    const ScopeList& list = order.scopes_of(scope.lock, thread);
    const auto& others = scope.shared ? list.exclusive : list.all;
    std::size_t count = others.size();
    if (count == 0) continue;
    if (scope.last != kEnd) {
      const std::uint32_t reach = graph.clock_of(scope.last)[thread];
      std::size_t low = 0;
      while (low < count) {
        const std::size_t middle = (low + count) / 2;
        if (order.place[order.scopes[others[middle]].first] <= reach)
          low = middle + 1;
        else
          count = middle;
      }
    }
    while (count > 0 && is_cut(order, graph.cut, order.scopes[others[count - 1]])) --count;
    if (count == 0) continue;
    const Vertex end = order.scopes[others[count - 1]].last;
    if (end == kEnd || !graph.precedes(end, scope.first)) add(Edge{end, scope.first});
  }
}

// Two scopes of one lock that G' leaves unordered; to try first: `first` comes first. The paper does not
// define the order in which choice graphs are explored, only that mostly one is enough: so first by the
// beginnings of the scopes in a linear order of G' (the one closest to the trace).
struct Choice {
  std::uint32_t first = 0, second = 0;
  friend auto operator<=>(const Choice&, const Choice&) = default;
};

// S_choice: the choice edge pairs on walks in the lock abstraction graph from x to y, for each witness order
// edge (y, x). Walks are a superset of the paper's paths (to find those is itself hard), so nothing is lost.
// More than kMostChoices of them: too many to explore, and not all of them.
inline constexpr std::size_t kMostChoices = 1 << 17;
std::vector<Choice> choices_of(const Graph& graph, const std::vector<Edge>& witness);

// 2^choices, or a practically infinite number whose sums do not overflow.
double graphs_of(std::size_t choices);

// One of the two edges that order a choice.
Edge choice_edge(const Order& order, const Choice& choice, bool reversed);

}  // namespace stalemate::predict::paper
