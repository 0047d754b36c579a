#include "brute_force.h"

#include <algorithm>
#include <functional>

namespace stalemate::toy {
namespace {

class Enumerator {
 public:
  Enumerator(std::uint32_t cut, std::function<bool(const Enumerated&)> on_execution)
      : cut_(cut), on_execution_(std::move(on_execution)) {}

  // False: enough.
  bool visit(const State& state, std::size_t last) {
    if (state.over()) return on_execution_(path_);
    const bool at_cut = cut_ != 0 && path_.choices.size() == cut_;
    if (state.alternatives() > 0) {
      if (at_cut) return on_execution_(path_);
      for (std::uint32_t value = 0; value < state.alternatives(); ++value) {
        State next = state;
        next.choose(value);
        if (!descend({value}, 0, next, last)) return false;
      }
      return true;
    }
    const std::vector<std::size_t> enabled = state.enabled_by_path();
    if (enabled.empty() || at_cut) return on_execution_(path_);
    const bool costs = state.enabled(last) && !state.timed(last);
    for (const std::size_t thread : enabled) {
      State next = state;
      next.step(thread);
      if (!descend(state.path(thread), costs && thread != last, next, thread)) return false;
    }
    return true;
  }

 private:
  bool descend(const Choice& choice, std::uint32_t cost, const State& next, std::size_t last) {
    path_.choices.push_back(choice);
    path_.preemptions += cost;
    const bool go_on = visit(next, last);
    path_.preemptions -= cost;
    path_.choices.pop_back();
    return go_on;
  }

  std::uint32_t cut_;
  std::function<bool(const Enumerated&)> on_execution_;
  Enumerated path_;
};

}  // namespace

std::optional<std::vector<Enumerated>> enumerate(const Program& program, std::uint32_t cut,
                                                 std::size_t most) {
  std::vector<Enumerated> all;
  Enumerator enumerator(cut, [&](const Enumerated& execution) {
    all.push_back(execution);
    return all.size() <= most;
  });
  if (!enumerator.visit(State(program), 0)) return std::nullopt;
  std::sort(all.begin(), all.end(),
            [](const Enumerated& a, const Enumerated& b) { return a.choices < b.choices; });
  return all;
}

std::vector<Enumerated> by_bound(std::vector<Enumerated> executions) {
  std::stable_sort(executions.begin(), executions.end(),
                   [](const Enumerated& a, const Enumerated& b) { return a.preemptions < b.preemptions; });
  return executions;
}

namespace {

// By the definition: the position of the chosen thread behind the one whose turn it is.
std::uint32_t delays_of(const Program& program, const Enumerated& execution) {
  State state(program);
  std::size_t last = 0;
  std::uint32_t delays = 0;
  for (const Choice& choice : execution.choices) {
    if (state.alternatives() > 0) {
      state.choose(choice[0]);
      continue;
    }
    const std::vector<std::size_t> order = in_turn(state, last);
    const auto at =
        std::find_if(order.begin(), order.end(), [&](std::size_t t) { return state.path(t) == choice; });
    delays += static_cast<std::uint32_t>(at - order.begin());
    last = *at;
    state.step(last);
  }
  return delays;
}

}  // namespace

std::vector<Enumerated> by_delays(const Program& program, std::vector<Enumerated> executions,
                                  std::vector<std::uint32_t>& delays) {
  std::vector<std::pair<std::uint32_t, Enumerated>> counted;
  for (const Enumerated& execution : executions)
    counted.emplace_back(delays_of(program, execution), execution);
  std::stable_sort(counted.begin(), counted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  delays.clear();
  for (std::size_t i = 0; i < counted.size(); ++i) {
    delays.push_back(counted[i].first);
    executions[i] = counted[i].second;
  }
  return executions;
}

std::vector<std::uint64_t> count_per_bound(const Program& program) {
  std::vector<std::uint64_t> counts;
  Enumerator enumerator(0, [&](const Enumerated& execution) {
    if (counts.size() <= execution.preemptions) counts.resize(execution.preemptions + 1);
    ++counts[execution.preemptions];
    return true;
  });
  enumerator.visit(State(program), 0);
  return counts;
}

}  // namespace stalemate::toy
