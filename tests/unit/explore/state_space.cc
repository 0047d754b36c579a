#include "state_space.h"

#include <algorithm>
#include <deque>
#include <map>

namespace stalemate::toy {
namespace {

// Breadth first: states by the number of their actions.
class Builder {
 public:
  Builder(const Program& program, int most) : most_(most) {
    visit(Run(program, table_));
    while (!waiting_.empty() && space_.size() <= most_) {
      const auto [s, run] = waiting_.front();
      waiting_.pop_front();
      extend(s, run);
    }
  }

  std::optional<Space> take() {
    if (space_.size() > most_) return std::nullopt;
    return std::move(space_);
  }

 private:
  int thread(const Choice& path) {
    const auto [at, added] = threads_.emplace(path, static_cast<int>(threads_.size()));
    if (added) space_.threads.push_back(path);
    return at->second;
  }

  int visit(const Run& run) {
    const auto [at, added] = known_.emplace(run.graph(), space_.size());
    if (!added) return at->second;
    const State& state = run.state();
    Node node;
    const std::vector<std::size_t> enabled =
        state.over() || state.alternatives() > 0 ? std::vector<std::size_t>{} : state.enabled_by_path();
    for (const std::size_t t : enabled)
      if (!state.timed(t)) node.runs_on.insert(thread(state.path(t)));
    if (state.alternatives() > 0) node.runs_on.insert(thread(state.path(state.chooser())));
    if (state.over() || (enabled.empty() && state.alternatives() == 0)) {
      node.end = run.failed() ? End::kFailed : End::kClass;
      node.snapshot = state.snapshot();
    }
    space_.nodes.push_back(node);
    waiting_.emplace_back(at->second, run);
    return at->second;
  }

  void move(int s, const Choice& path, std::uint32_t value, const Run& next) {
    const int t = thread(path);
    const int to = visit(next);
    space_.nodes[static_cast<std::size_t>(s)].succ.push_back({t, value, to});
    space_.nodes[static_cast<std::size_t>(to)].pred.emplace_back(s, t);
  }

  void extend(int s, const Run& run) {
    const State& state = run.state();
    if (state.over()) return;
    for (std::uint32_t value = 0; value < state.alternatives(); ++value) {
      Run next = run;
      next.choose(value);
      move(s, state.path(state.chooser()), value, next);
    }
    if (state.alternatives() > 0) return;
    for (const std::size_t t : state.enabled_by_path()) {
      Run next = run;
      next.step(t);
      move(s, state.path(t), 0, next);
    }
  }

  int most_;
  ActionTable table_;
  Space space_;
  std::map<Graph, int> known_;
  std::map<Choice, int> threads_;
  std::deque<std::pair<int, Run>> waiting_;
};

}  // namespace

std::set<int> Space::enabled(int s) const {
  std::set<int> threads;
  for (const Move& move : (*this)[s].succ) threads.insert(move.thread);
  return threads;
}

std::vector<int> Space::terminal() const {
  std::vector<int> found;
  for (int s = 0; s < size(); ++s)
    if ((*this)[s].succ.empty()) found.push_back(s);
  return found;
}

std::optional<Space> space_of(const Program& program, int most) { return Builder(program, most).take(); }

Space space_of(const Poset& poset) {
  Space space;
  std::map<std::vector<int>, int> known;  // how far each thread has come
  std::deque<std::vector<int>> waiting;
  const auto visit = [&](const std::vector<int>& done) {
    const auto [at, added] = known.emplace(done, space.size());
    if (added) space.nodes.emplace_back(), waiting.push_back(done);
    return at->second;
  };
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  visit(std::vector<int>(poset.lengths.size()));
  for (int t = 0; t < static_cast<int>(poset.lengths.size()); ++t)
    space.threads.push_back({0, static_cast<std::uint32_t>(t + 1)});
  while (!waiting.empty()) {
    const std::vector<int> done = waiting.front();
    waiting.pop_front();
    const int s = known[done];
    for (int t = 0; t < static_cast<int>(done.size()); ++t) {
      if (done[index(t)] == poset.lengths[index(t)]) continue;
      const bool possible = std::none_of(poset.before.begin(), poset.before.end(), [&](const auto& edge) {
        const auto& [from, to] = edge;
        return to == std::pair{t, done[index(t)]} && from.second >= done[index(from.first)];
      });
      if (possible || !poset.blocking) space.nodes[index(s)].runs_on.insert(t);
      if (!possible) continue;
      std::vector<int> next = done;
      ++next[index(t)];
      const int to = visit(next);
      space.nodes[index(s)].succ.push_back({t, 0, to});
      space.nodes[index(to)].pred.emplace_back(s, t);
    }
  }
  for (Node& node : space.nodes)
    if (node.succ.empty()) node.end = End::kClass;
  return space;
}

}  // namespace stalemate::toy
