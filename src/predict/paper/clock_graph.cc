#include "predict/paper/clock_graph.h"

#include <algorithm>

#include "base/check.h"

namespace stalemate::predict::paper {

void ClockGraph::link(Edge edge) {
  graph_.added_out[edge.from].push_back(edge.to);
  graph_.added_in[edge.to].push_back(edge.from);
  edges_.push_back(edge);
}

// Clocks from this event on, by the existing edges: without witnesses all of them agree with the trace.
void ClockGraph::clear_from(Vertex first) {
  for (Vertex vertex = first; vertex < order_.thread.size(); ++vertex) {
    std::uint32_t* mine = graph_.clock_of(vertex);
    std::fill_n(mine, order_.threads, 0U);
    if (is_cut(order_, graph_.cut, vertex)) continue;
    mine[order_.thread[vertex]] = order_.place[vertex];
    graph_.each_predecessor(vertex, [&](Vertex previous) {
      const std::uint32_t* theirs = graph_.clock_of(previous);
      for (std::size_t thread = 0; thread < order_.threads; ++thread)
        mine[thread] = std::max(mine[thread], theirs[thread]);
    });
  }
}

void ClockGraph::settle() {
  for (std::uint32_t id = 0; id < order_.scopes.size(); ++id)
    STALEMATE_CHECK(induce_at(id) && propagate(true), "the trace itself contradicts its induced edges");
  changed_.clear();
  old_clocks_.clear();
}

void ClockGraph::build(Edge broken, Cut cut) {
  for (const Edge& edge : edges_) {
    graph_.added_out[edge.from].clear();
    graph_.added_in[edge.to].clear();
  }
  edges_.clear();
  graph_.broken = broken;
  graph_.cut = std::move(cut);
  clear_from(0);
  settle();
}

// An induced edge may depend on the couple if the end of its scope has a path from the read, or from an edge
// that may depend on it.
std::vector<bool> ClockGraph::edges_resting_on(Edge couple, const ClockGraph& whole) {
  std::vector<bool> resting(whole.edges_.size());
  if (couple.from == kStart) return resting;
  changed_from_ = couple.to;
  std::vector<std::uint32_t> doubtful = no_cut(order_);  // by thread: the first place with such an edge
  doubtful[order_.thread[couple.to]] = order_.place[couple.to];
  for (bool more = true; more;) {
    more = false;
    for (std::size_t at = 0; at < whole.edges_.size(); ++at) {
      const Vertex begin = whole.edges_[at].to, end = order_.scopes[order_.begins[begin]].last;
      if (resting[at] || end == kEnd) continue;
      const std::uint32_t* clock = whole.graph_.clock_of(end);
      for (std::size_t thread = 0; thread < order_.threads && !resting[at]; ++thread)
        resting[at] = clock[thread] >= doubtful[thread];
      if (!resting[at]) continue;
      more = true;
      changed_from_ = std::min(changed_from_, begin);
      std::uint32_t& first = doubtful[order_.thread[begin]];
      first = std::min(first, order_.place[begin]);
    }
  }
  return resting;
}

void ClockGraph::break_couple(Edge couple, const ClockGraph& whole) {
  const auto threads = order_.threads;
  std::copy(whole.graph_.clock.begin() + static_cast<std::ptrdiff_t>(changed_from_ * threads),
            whole.graph_.clock.end(),
            graph_.clock.begin() + static_cast<std::ptrdiff_t>(changed_from_ * threads));
  for (const Edge& edge : edges_) {
    graph_.added_out[edge.from].clear();
    graph_.added_in[edge.to].clear();
  }
  edges_.clear();
  graph_.broken = couple;
  graph_.cut = whole.graph_.cut;
  changed_from_ = static_cast<Vertex>(order_.thread.size());
  const auto gone = edges_resting_on(couple, whole);
  for (std::size_t at = 0; at < whole.edges_.size(); ++at)
    if (!gone[at]) link(whole.edges_[at]);
  clear_from(changed_from_);
  settle();
}

bool ClockGraph::add(Edge edge, bool induce) {
  if (edge.from == kEnd || edge.to == kStart) return false;
  if (edge.from == kStart || edge.to == kEnd) return true;
  // Without w the release of a scope of c may be missing, and what it has to precede cannot happen.
  if (is_cut(order_, graph_.cut, edge.from) || graph_.precedes(edge.to, edge.from)) return false;
  link(edge);
  return merge(edge.from, edge.to) && propagate(induce);
}

void ClockGraph::undo(const Mark& mark) {
  while (edges_.size() > mark.edges) {
    graph_.added_out[edges_.back().from].pop_back();
    graph_.added_in[edges_.back().to].pop_back();
    edges_.pop_back();
  }
  while (changed_.size() > mark.clocks) {
    std::copy_n(old_clocks_.end() - static_cast<std::ptrdiff_t>(order_.threads), order_.threads,
                graph_.clock_of(changed_.back()));
    old_clocks_.resize(old_clocks_.size() - order_.threads);
    changed_.pop_back();
  }
  for (; !work_.empty(); work_.pop()) waiting_[work_.top()] = false;
}

bool ClockGraph::merge(Vertex from, Vertex into) {
  if (is_cut(order_, graph_.cut, into)) return true;
  const std::uint32_t* theirs = graph_.clock_of(from);
  std::uint32_t* mine = graph_.clock_of(into);
  if (theirs[order_.thread[into]] >= order_.place[into]) return false;
  bool changes = false;
  for (std::size_t thread = 0; thread < order_.threads; ++thread) changes |= theirs[thread] > mine[thread];
  if (!changes) return true;
  changed_.push_back(into);
  old_clocks_.insert(old_clocks_.end(), mine, mine + order_.threads);
  for (std::size_t thread = 0; thread < order_.threads; ++thread)
    mine[thread] = std::max(mine[thread], theirs[thread]);
  if (!waiting_[into]) {
    waiting_[into] = true;
    work_.push(into);
  }
  return true;
}

bool ClockGraph::propagate(bool induce) {
  while (!work_.empty()) {
    const Vertex vertex = work_.top();
    work_.pop();
    waiting_[vertex] = false;
    bool acyclic = true;
    graph_.each_successor(vertex, [&](Vertex next) { acyclic = acyclic && merge(vertex, next); });
    if (!acyclic) return false;
    if (induce && order_.ends[vertex] != kNoScope && !induce_at(order_.ends[vertex])) return false;
  }
  return true;
}

bool ClockGraph::induce_at(std::uint32_t scope) {
  bool acyclic = true;
  each_induced(graph_, scope, [&](Edge edge) {
    if (!acyclic) return;
    if (edge.from == kEnd || graph_.precedes(edge.to, edge.from)) {
      acyclic = false;
      return;
    }
    link(edge);
    acyclic = merge(edge.from, edge.to);
  });
  return acyclic;
}

}  // namespace stalemate::predict::paper
