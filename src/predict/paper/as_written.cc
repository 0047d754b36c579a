// Figure 9 without the Optimization paragraph: every graph from nothing, every choice graph in turn.
#include <algorithm>

#include "predict/paper/decider.h"

namespace stalemate::predict::paper {
namespace {

class AsWritten : public Decider {
 public:
  AsWritten(const Order& order, std::size_t most_choice_graphs)
      : order_(order), most_choice_graphs_(most_choice_graphs) {}

  void take_couple(Vertex, Vertex) override {}

  void decide(Witness& witness) override {
    Graph graph(order_);
    graph.broken = {vertex_of(witness.writer), static_cast<Vertex>(witness.read)};
    witness.verdict = Verdict::kInfeasible;
    witness.phase = Phase::kCycle;
    if (witness.order == Case::kWithoutWriter) {
      graph.cut = cut_without(order_, graph.broken.from, graph.broken.to);
      if (is_cut(order_, graph.cut, graph.broken.to)) return;
      if (witness.challenger != kInitial && is_cut(order_, graph.cut, vertex_of(witness.challenger))) return;
    }
    const auto edges = witness_edges(order_, witness);
    for (const Edge& edge : edges)
      if (!add(graph, edge)) return;
    if (!induce(graph)) return;
    const auto choices = choices_of(graph, edges);
    witness.phase = choices.empty() ? Phase::kNoChoice : Phase::kChoice;
    if (choices.empty())
      witness.verdict = Verdict::kFeasible;
    else
      explore(graph, choices, witness);
  }

 private:
  // False: the edge alone is a cycle. An edge from an event that does not occur is like one: without w the
  // release of a scope of c may be missing, and what it has to precede cannot happen.
  bool add(Graph& graph, Edge edge) {
    if (edge.from == kEnd || edge.to == kStart) return false;
    if (edge.from == kStart || edge.to == kEnd) return true;
    if (is_cut(order_, graph.cut, edge.from)) return false;
    graph.added_out[edge.from].push_back(edge.to);
    graph.added_in[edge.to].push_back(edge.from);
    return true;
  }

  // Induced edges until there are no more; false: a cycle.
  bool induce(Graph& graph) {
    for (bool more = true; more;) {
      if (!compute_clocks(graph)) return false;
      more = false;
      bool possible = true;
      std::vector<Edge> induced;
      for (std::uint32_t id = 0; id < order_.scopes.size(); ++id)
        each_induced(graph, id, [&](Edge edge) { induced.push_back(edge); });
      for (const Edge& edge : induced) {
        possible = add(graph, edge) && possible;
        more = true;
      }
      if (!possible) return false;
    }
    return true;
  }

  // In a topological order; false if there is none.
  bool compute_clocks(Graph& graph) {
    const std::size_t count = order_.thread.size();
    std::vector<std::uint32_t> missing(count, 0);
    std::vector<Vertex> ready;
    std::size_t left = 0;
    for (Vertex vertex = 0; vertex < count; ++vertex) {
      if (is_cut(order_, graph.cut, vertex)) continue;
      ++left;
      graph.each_predecessor(vertex, [&](Vertex) { ++missing[vertex]; });
      if (missing[vertex] == 0) ready.push_back(vertex);
    }
    std::ranges::fill(graph.clock, 0U);
    while (!ready.empty()) {
      const Vertex vertex = ready.back();
      ready.pop_back();
      --left;
      std::uint32_t* mine = graph.clock_of(vertex);
      mine[order_.thread[vertex]] = order_.place[vertex];
      graph.each_successor(vertex, [&](Vertex next) {
        if (is_cut(order_, graph.cut, next)) return;
        std::uint32_t* theirs = graph.clock_of(next);
        for (std::size_t thread = 0; thread < order_.threads; ++thread)
          theirs[thread] = std::max(theirs[thread], mine[thread]);
        if (--missing[next] == 0) ready.push_back(next);
      });
    }
    return left == 0;
  }

  // Every combination in turn; the first pair changes slowest.
  void explore(const Graph& graph, const std::vector<Choice>& choices, Witness& witness) {
    witness.possible_graphs = graphs_of(choices.size());
    witness.verdict = Verdict::kUnknown;
    if (choices.size() > kMostChoices) return;
    std::vector<bool> reversed(choices.size());
    for (std::size_t explored = 1; explored <= most_choice_graphs_; ++explored) {
      witness.explored_graphs = static_cast<double>(explored);
      Graph chosen = graph;
      bool possible = true;
      for (std::size_t at = 0; at < choices.size(); ++at)
        possible = add(chosen, choice_edge(order_, choices[at], reversed[at])) && possible;
      if (possible && compute_clocks(chosen)) {
        witness.verdict = Verdict::kFeasible;
        return;
      }
      std::size_t at = choices.size();
      while (at > 0 && reversed[at - 1]) reversed[--at] = false;
      if (at == 0) {  // all of them
        witness.verdict = Verdict::kInfeasible;
        return;
      }
      reversed[at - 1] = true;
    }
  }

  const Order& order_;
  const std::size_t most_choice_graphs_;
};

}  // namespace

std::unique_ptr<Decider> as_written(const Order& order, std::size_t most_choice_graphs) {
  return std::make_unique<AsWritten>(order, most_choice_graphs);
}

}  // namespace stalemate::predict::paper
