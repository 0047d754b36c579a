#include <algorithm>
#include <cmath>
#include <queue>

#include "predict/paper/graph.h"

namespace stalemate::predict::paper {
namespace {

struct Range {
  std::size_t begin = 0, end = 0;
};

const std::vector<std::uint32_t>& rivals(const Order& order, const Scope& scope, std::size_t thread) {
  const ScopeList& list = order.scopes_of(scope.lock, thread);
  return scope.shared ? list.exclusive : list.all;
}

// Which scopes of the lock in another thread are unordered with this one: neighbours, since both conditions
// hold from, or up to, some place on.
Range unordered_with(const Graph& graph, const Scope& scope, std::size_t thread) {
  const Order& order = *graph.order;
  if (thread == scope.thread || scope.last == kEnd || is_cut(order, graph.cut, scope)) return {};
  const auto& others = rivals(order, scope, thread);
  const auto before_me = [&](std::uint32_t id) { return graph.precedes(order.scopes[id].first, scope.last); };
  const auto not_behind_me = [&](std::uint32_t id) {
    const Scope& other = order.scopes[id];
    return !is_cut(order, graph.cut, other) && !graph.precedes(scope.first, other.last);
  };
  const auto begin = std::partition_point(others.begin(), others.end(), before_me);
  const auto end = std::partition_point(begin, others.end(), not_behind_me);
  return {static_cast<std::size_t>(begin - others.begin()), static_cast<std::size_t>(end - others.begin())};
}

// What walks of the lock abstraction graph reach: a suffix of each thread forwards, a prefix backwards. A
// scope is one meta-vertex, so a walk that reaches a part of it has all of it; abstract choice edges go both
// ways. Only within what a walk from the other end has reached: nothing else is between.
class Walk {
 public:
  Walk(const Graph& graph, bool forwards, const std::vector<std::uint32_t>* within = nullptr)
      : graph_(graph),
        order_(*graph.order),
        forwards_(forwards),
        within_(within),
        reached_(order_.threads, forwards ? UINT32_MAX : 0) {}

  std::vector<std::uint32_t> from(Vertex start) {
    reach(start);
    while (!work_.empty()) {
      const Vertex vertex = work_.back();
      work_.pop_back();
      if (forwards_)
        graph_.each_successor(vertex, [&](Vertex next) { reach(next); });
      else
        graph_.each_predecessor(vertex, [&](Vertex next) { reach(next); });
      if (order_.begins[vertex] != kNoScope) cross(order_.scopes[order_.begins[vertex]]);
    }
    return std::move(reached_);
  }

 private:
  void reach(Vertex vertex) {
    if (vertex >= kEnd || is_cut(order_, graph_.cut, vertex)) return;
    const std::uint16_t thread = order_.thread[vertex];
    const std::uint32_t occur = std::min<std::uint32_t>(
        static_cast<std::uint32_t>(order_.events[thread].size()), graph_.cut[thread] - 1);
    const std::uint32_t place = widened(vertex, occur);
    std::uint32_t& reached = reached_[thread];
    if (forwards_) {
      std::uint32_t end = std::min(reached, occur + 1);
      if (within_) end = std::min(end, (*within_)[thread] + 1);
      for (std::uint32_t at = place; at < end; ++at) work_.push_back(order_.events[thread][at - 1]);
      reached = std::min(reached, place);
    } else {
      std::uint32_t begin = reached + 1;
      if (within_) begin = std::max(begin, (*within_)[thread]);
      for (std::uint32_t at = begin; at <= place; ++at) work_.push_back(order_.events[thread][at - 1]);
      reached = std::max(reached, place);
    }
  }

  // The far end of the scopes that the vertex lies in, and of those that they overlap.
  std::uint32_t widened(Vertex vertex, std::uint32_t occur) const {
    std::uint32_t place = order_.place[vertex];
    for (bool more = true; more;) {
      more = false;
      for (const std::uint32_t id : order_.held[order_.events[order_.thread[vertex]][place - 1]]) {
        const Scope& scope = order_.scopes[id];
        if (is_cut(order_, graph_.cut, scope)) continue;
        const std::uint32_t end =
            forwards_ ? order_.place[scope.first] : std::min(order_.place_of(scope.last), occur);
        if (forwards_ ? end < place : end > place) {
          place = end;
          more = true;
        }
      }
    }
    return place;
  }

  void cross(const Scope& scope) {
    for (std::size_t thread = 0; thread < order_.threads; ++thread) {
      const Range range = unordered_with(graph_, scope, thread);
      if (range.begin == range.end) continue;
      const auto& others = rivals(order_, scope, thread);
      reach(order_.scopes[others[forwards_ ? range.begin : range.end - 1]].first);
    }
  }

  const Graph& graph_;
  const Order& order_;
  const bool forwards_;
  const std::vector<std::uint32_t>* const within_;
  std::vector<std::uint32_t> reached_;
  std::vector<Vertex> work_;
};

// By event: its position in the linear order of G' that always takes the earliest event of the trace that can
// come next. So it depends on paths only, not on which edges they are made of.
std::vector<std::uint32_t> linear_order(const Graph& graph) {
  const Order& order = *graph.order;
  std::vector<std::uint32_t> position(order.thread.size()), missing(order.thread.size());
  std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> ready;
  for (Vertex vertex = 0; vertex < order.thread.size(); ++vertex) {
    if (is_cut(order, graph.cut, vertex)) continue;
    graph.each_predecessor(vertex, [&](Vertex) { ++missing[vertex]; });
    if (missing[vertex] == 0) ready.push(vertex);
  }
  for (std::uint32_t next = 0; !ready.empty(); ++next) {
    const Vertex vertex = ready.top();
    ready.pop();
    position[vertex] = next;
    graph.each_successor(vertex, [&](Vertex after) {
      if (!is_cut(order, graph.cut, after) && --missing[after] == 0) ready.push(after);
    });
  }
  return position;
}

}  // namespace

std::vector<Choice> choices_of(const Graph& graph, const std::vector<Edge>& witness) {
  const Order& order = *graph.order;
  std::vector<Choice> found;
  for (const Edge& edge : witness) {
    if (edge.from >= kEnd || edge.to >= kEnd) continue;  // nothing comes before the beginning
    std::vector<std::uint32_t> ahead, behind;
    if (order.thread.size() - edge.to < edge.from) {  // the shorter way first
      ahead = Walk(graph, true).from(edge.to);
      behind = Walk(graph, false, &ahead).from(edge.from);
    } else {
      behind = Walk(graph, false).from(edge.from);
      ahead = Walk(graph, true, &behind).from(edge.to);
    }
    const auto is_between = [&](const Scope& scope) {
      const std::uint32_t place = order.place[scope.first];
      return ahead[scope.thread] <= place && place <= behind[scope.thread];
    };
    for (std::uint32_t id = 0; id < order.scopes.size(); ++id) {
      const Scope& scope = order.scopes[id];
      if (!is_between(scope)) continue;
      for (std::size_t thread = 0; thread < order.threads; ++thread) {
        const Range range = unordered_with(graph, scope, thread);
        const auto& others = rivals(order, scope, thread);
        for (std::size_t at = range.begin; at < range.end; ++at)
          if (is_between(order.scopes[others[at]]))
            found.push_back({std::min(id, others[at]), std::max(id, others[at])});
        if (found.size() > 4 * kMostChoices) return found;
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.empty()) return found;
  const auto position = linear_order(graph);
  for (Choice& choice : found)
    if (position[order.scopes[choice.first].first] > position[order.scopes[choice.second].first])
      std::swap(choice.first, choice.second);
  return found;
}

double graphs_of(std::size_t choices) {
  return std::exp2(static_cast<double>(std::min<std::size_t>(choices, 900)));
}

Edge choice_edge(const Order& order, const Choice& choice, bool reversed) {
  const Scope &first = order.scopes[choice.first], &second = order.scopes[choice.second];
  return reversed ? Edge{second.last, first.first} : Edge{first.last, second.first};
}

}  // namespace stalemate::predict::paper
