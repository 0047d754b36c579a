// S_choice against the lock abstraction graph written out: a vertex for each event and each scope, joined
// both ways, and all paths by closure.
#include <gtest/gtest.h>

#include "paper_traces.h"
#include "predict/paper/clock_graph.h"
#include "trace/std_format.h"

namespace stalemate::predict::paper {
namespace {

using Matrix = std::vector<std::vector<bool>>;

void close(Matrix& reach) {
  for (std::size_t via = 0; via < reach.size(); ++via)
    for (std::size_t from = 0; from < reach.size(); ++from)
      if (reach[from][via])
        for (std::size_t to = 0; to < reach.size(); ++to)
          if (reach[via][to]) reach[from][to] = true;
}

std::vector<Choice> written_out(const Graph& graph, const std::vector<Edge>& witness) {
  const Order& order = *graph.order;
  const std::size_t events = order.thread.size();
  Matrix paths(events, std::vector<bool>(events));
  for (Vertex vertex = 0; vertex < events; ++vertex) {
    if (is_cut(order, graph.cut, vertex)) continue;
    graph.each_successor(vertex, [&](Vertex next) {
      if (!is_cut(order, graph.cut, next)) paths[vertex][next] = true;
    });
  }
  Matrix walks(events + order.scopes.size(), std::vector<bool>(events + order.scopes.size()));
  for (std::size_t from = 0; from < events; ++from)
    for (std::size_t to = 0; to < events; ++to) walks[from][to] = paths[from][to];
  close(paths);
  std::vector<Choice> unordered;
  for (std::uint32_t one = 0; one < order.scopes.size(); ++one) {
    const Scope& scope = order.scopes[one];
    if (is_cut(order, graph.cut, scope)) continue;
    for (Vertex vertex = 0; vertex < events; ++vertex)
      if (order.thread[vertex] == scope.thread && order.place[vertex] >= order.place[scope.first] &&
          order.place[vertex] <= order.place_of(scope.last))
        walks[events + one][vertex] = walks[vertex][events + one] = true;
    for (std::uint32_t other = one + 1; other < order.scopes.size(); ++other) {
      const Scope& rival = order.scopes[other];
      if (!order.exclude(scope, rival) || is_cut(order, graph.cut, rival)) continue;
      if (scope.last == kEnd || rival.last == kEnd) continue;
      if (paths[scope.first][rival.last] || paths[rival.first][scope.last]) continue;
      walks[events + one][events + other] = walks[events + other][events + one] = true;
      unordered.push_back({one, other});
    }
  }
  for (std::size_t vertex = 0; vertex < walks.size(); ++vertex) walks[vertex][vertex] = true;
  close(walks);
  std::vector<Choice> found;
  for (const Choice& choice : unordered)
    for (const Edge& edge : witness) {
      if (edge.from >= kEnd || edge.to >= kEnd) continue;
      const auto passes = [&](std::uint32_t one, std::uint32_t other) {
        return walks[edge.to][events + one] && walks[events + other][edge.from];
      };
      if (!passes(choice.first, choice.second) && !passes(choice.second, choice.first)) continue;
      found.push_back(choice);
      break;
    }
  return found;
}

TEST(PaperChoices, AreThoseOnWalksInTheLockAbstractionGraph) {
  std::mt19937 random(5);
  std::size_t acyclic = 0, choices = 0;
  const Family families[] = {{"scopes", 4, 3, 2, 26, true}, {"waits", 4, 3, 2, 26, false, true}};
  for (int at = 0; at < 300; ++at) {
    const trace::EventTrace trace = random_trace(families[at % 2], random);
    const Order order = order_of(trace);
    for (const Witness& witness : witnesses_of(trace, Way::kShared)) {
      if (witness.phase == Phase::kCycle) continue;
      const Edge couple{vertex_of(witness.writer), static_cast<Vertex>(witness.read)};
      const bool without = witness.order == Case::kWithoutWriter;
      ClockGraph graph(order);
      graph.build(couple, without ? cut_without(order, couple.from, couple.to) : no_cut(order));
      const auto edges = witness_edges(order, witness);
      for (const Edge& edge : edges) ASSERT_TRUE(graph.add(edge, true));
      auto found = choices_of(graph.graph(), edges);
      for (Choice& choice : found)
        if (choice.first > choice.second) std::swap(choice.first, choice.second);
      ASSERT_EQ(found, written_out(graph.graph(), edges)) << trace::print_std(trace);
      ++acyclic;
      choices += found.size();
    }
  }
  EXPECT_GT(acyclic, 500u);
  EXPECT_GT(choices, 50u);
}

}  // namespace
}  // namespace stalemate::predict::paper
