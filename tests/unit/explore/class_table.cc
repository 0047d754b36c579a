#include "class_table.h"

#include <algorithm>

#include "literal_reduction.h"

namespace stalemate::toy {
namespace {

class Enumeration {
 public:
  Enumeration(const Program& program, std::uint64_t most) : most_(most) { visit(Run(program, table_), 0, 0); }

  std::optional<ClassTable> take() {
    if (interleavings_ > most_) return std::nullopt;
    ClassTable table;
    table.interleavings = interleavings_;
    for (auto& [graph, end] : ends_) table.ends.push_back(std::move(end));
    return table;
  }

 private:
  void end(const Run& run, std::uint32_t preemptions) {
    ++interleavings_;
    const auto [at, added] = ends_.try_emplace(run.graph());
    GraphEnd& end = at->second;
    if (added) end = {preemptions, 0, run.failed(), run.state().snapshot()};
    end.bound = std::min(end.bound, preemptions);
    ++end.linearizations;
  }

  void visit(const Run& run, std::size_t last, std::uint32_t preemptions) {
    if (interleavings_ > most_) return;
    const State& state = run.state();
    if (state.over()) return end(run, preemptions);
    for (std::uint32_t value = 0; value < state.alternatives(); ++value) {
      Run next = run;
      next.choose(value);
      visit(next, last, preemptions);
    }
    if (state.alternatives() > 0) return;
    const std::vector<std::size_t> enabled = state.enabled_by_path();
    if (enabled.empty()) return end(run, preemptions);
    const bool costs = state.enabled(last) && !state.timed(last);
    for (const std::size_t t : enabled) {
      Run next = run;
      next.step(t);
      visit(next, t, preemptions + (costs && t != last));
    }
  }

  std::uint64_t most_;
  std::uint64_t interleavings_ = 0;
  ActionTable table_;
  std::map<Graph, GraphEnd> ends_;
};

}  // namespace

std::uint64_t ClassTable::classes() const {
  return static_cast<std::uint64_t>(
      std::count_if(ends.begin(), ends.end(), [](const GraphEnd& end) { return !end.failed; }));
}

std::vector<std::uint64_t> ClassTable::per_bound(bool failed) const {
  std::vector<std::uint64_t> counts;
  for (const GraphEnd& end : ends) {
    if (counts.size() <= end.bound) counts.resize(end.bound + 1);
    counts[end.bound] += end.failed == failed;
  }
  return counts;
}

std::multiset<std::uint64_t> ClassTable::final_states(std::uint32_t bound) const {
  std::multiset<std::uint64_t> states;
  for (const GraphEnd& end : ends)
    if (end.bound <= bound) states.insert(fingerprint(end.snapshot));
  return states;
}

std::optional<ClassTable> enumerate_classes(const Program& program, std::uint64_t most) {
  return Enumeration(program, most).take();
}

ClassTable classes_of(const Space& space) {
  ClassTable table;
  ContextBound cb(space);
  for (const int s : space.terminal())
    table.ends.push_back(
        {static_cast<std::uint32_t>(cb.of(s)), 0, space[s].end == End::kFailed, space[s].snapshot});
  return table;
}

}  // namespace stalemate::toy
