#include "execution_graph.h"

#include <algorithm>
#include <map>

namespace stalemate::toy {

namespace {

// Tarjan's algorithm on the nodes of a set of edges.
class Components {
 public:
  Components(std::size_t nodes, const Edges& edges) : out_(nodes), found_(nodes), low_(nodes), of_(nodes) {
    for (const Edge& edge : edges) out_[edge.from].push_back(edge.to);
    for (const Edge& edge : edges)
      if (found_[edge.from] == 0) visit(edge.from);
  }
  // Those within one component, component by component.
  std::vector<Edges> within(const Edges& edges) const {
    std::map<std::uint32_t, Edges> groups;
    for (const Edge& edge : edges)
      if (of_[edge.from] == of_[edge.to]) groups[of_[edge.from]].push_back(edge);
    std::vector<Edges> all;
    for (auto& [component, group] : groups) all.push_back(std::move(group));
    return all;
  }

 private:
  void visit(std::uint32_t node) {
    found_[node] = low_[node] = ++count_;
    stack_.push_back(node);
    for (const std::uint32_t next : out_[node]) {
      if (found_[next] == 0) visit(next);
      if (of_[next] == 0) low_[node] = std::min(low_[node], low_[next]);
    }
    if (low_[node] != found_[node]) return;
    ++components_;
    for (std::uint32_t popped = ~0u; popped != node; stack_.pop_back())
      of_[popped = stack_.back()] = components_;
  }

  std::vector<std::vector<std::uint32_t>> out_;
  std::vector<std::uint32_t> found_, low_, of_;  // 0: not yet
  std::vector<std::uint32_t> stack_;
  std::uint32_t count_ = 0, components_ = 0;
};

Edges all_edges(const Graph& graph) {
  Edges all;
  for (const Edges& out : graph.out) all.insert(all.end(), out.begin(), out.end());
  return all;
}

// Whether there is a strongly connected set of edges of which `keep` keeps all. What it keeps of a larger set
// must contain every such set within.
bool some_component(const Graph& graph, Edges edges, const std::function<Edges(const Edges&)>& keep) {
  std::vector<Edges> open{std::move(edges)};
  while (!open.empty()) {
    const Edges candidate = std::move(open.back());
    open.pop_back();
    for (const Edges& component : Components(graph.out.size(), candidate).within(candidate)) {
      Edges kept = keep(component);
      if (kept.size() == component.size()) return true;
      if (!kept.empty()) open.push_back(std::move(kept));
    }
  }
  return false;
}

template <class Condition>
Edges filtered(Edges edges, Condition condition) {
  std::erase_if(edges, [&](const Edge& edge) { return !condition(edge); });
  return edges;
}

Threads enabled_somewhere(const Graph& graph, const Edges& edges) {
  Threads all;
  for (const Edge& edge : edges) all |= graph.enabled[edge.from];
  return all;
}

Threads scheduled(const Edges& edges, bool in_a_yield = false) {
  Threads all;
  for (const Edge& edge : edges)
    if (edge.yields || !in_a_yield) all.set(edge.thread);
  return all;
}

// The threads of a graph, each once.
std::vector<std::uint32_t> threads_of(const Graph& graph) {
  const Threads all = scheduled(all_edges(graph));
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t t = 0; t < kMostThreads; ++t)
    if (all[t]) numbers.push_back(t);
  return numbers;
}

class CycleList {
 public:
  CycleList(const Graph& graph, std::size_t most) : graph_(graph), most_(most), on_path_(graph.out.size()) {
    for (first_ = 0; first_ < graph.out.size(); ++first_) extend(first_);
  }
  std::vector<Edges> cycles;

 private:
  // Each cycle is found from its least node.
  void extend(std::uint32_t node) {
    on_path_[node] = true;
    for (const Edge& edge : graph_.out[node]) {
      if (cycles.size() >= most_ || ++looked_ > 40 * most_) break;
      if (edge.to < first_ || (on_path_[edge.to] && edge.to != first_)) continue;
      path_.push_back(edge);
      if (edge.to == first_)
        cycles.push_back(path_);
      else
        extend(edge.to);
      path_.pop_back();
    }
    on_path_[node] = false;
  }

  const Graph& graph_;
  std::size_t most_, looked_ = 0;
  std::vector<bool> on_path_;
  Edges path_;
  std::uint32_t first_ = 0;
};

using Yields = std::map<std::uint32_t, std::uint32_t>;

bool at_most(const Yields& a, const Yields& b) {
  return std::all_of(a.begin(), a.end(), [&](const auto& of_thread) {
    const auto other = b.find(of_thread.first);
    return other != b.end() && of_thread.second <= other->second;
  });
}

}  // namespace

bool has_cycle(const Graph& graph) {
  return some_component(graph, all_edges(graph), [](const Edges& edges) { return edges; });
}

bool has_fair_execution(const Graph& graph) {
  return some_component(graph, all_edges(graph), [&](const Edges& edges) {
    const Threads starving = enabled_somewhere(graph, edges) & ~scheduled(edges);
    return filtered(edges, [&](const Edge& edge) {
      return ((graph.enabled[edge.from] | graph.enabled[edge.to]) & starving).none();
    });
  });
}

bool has_selfish_execution(const Graph& graph) {
  for (const std::uint32_t t : threads_of(graph)) {
    const Edges edges =
        filtered(all_edges(graph), [&](const Edge& edge) { return edge.thread != t || !edge.yields; });
    if (some_component(graph, edges, [&](const Edges& e) { return scheduled(e)[t] ? e : Edges{}; }))
      return true;
  }
  return false;
}

bool has_unfair_samaritan_execution(const Graph& graph) {
  for (const std::uint32_t u : threads_of(graph)) {
    const Edges edges = filtered(all_edges(graph), [&](const Edge& edge) { return edge.thread != u; });
    if (some_component(graph, edges, [&](const Edges& e) {
          if (!enabled_somewhere(graph, e)[u]) return Edges{};
          const Threads selfish = scheduled(e) & ~scheduled(e, true);
          return filtered(e, [&](const Edge& edge) { return !selfish[edge.thread]; });
        }))
      return true;
  }
  return false;
}

std::vector<Edges> simple_cycles(const Graph& graph, std::size_t most) {
  return CycleList(graph, most).cycles;
}

bool is_fair(const Graph& graph, const Edges& cycle) {
  return (enabled_somewhere(graph, cycle) & ~scheduled(cycle)).none();
}

bool is_samaritan(const Edges& cycle) { return scheduled(cycle) == scheduled(cycle, true); }

std::uint32_t yield_count(const Edges& sequence) {
  Yields yields;
  std::uint32_t most = 0;
  for (const Edge& edge : sequence)
    if (edge.yields) most = std::max(most, ++yields[edge.thread]);
  return most;
}

std::vector<bool> reached_within(const Graph& graph, std::uint32_t most) {
  std::vector<bool> reached(graph.out.size());
  std::vector<std::vector<Yields>> known(graph.out.size());
  std::vector<std::pair<std::uint32_t, Yields>> open{{0, {}}};
  for (std::size_t next = 0; next < open.size(); ++next) {
    const auto [node, yields] = open[next];
    if (std::any_of(known[node].begin(), known[node].end(),
                    [&](const Yields& y) { return at_most(y, yields); }))
      continue;
    known[node].push_back(yields);
    reached[node] = true;
    for (const Edge& edge : graph.out[node]) {
      Yields then = yields;
      if (edge.yields && ++then[edge.thread] > most) continue;
      open.emplace_back(edge.to, std::move(then));
    }
  }
  return reached;
}

}  // namespace stalemate::toy
