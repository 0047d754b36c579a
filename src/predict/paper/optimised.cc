// Figure 9 with the Optimization paragraph: one graph with all read couples and what they induce; for each
// witness that graph without its couple (or once for all witnesses of the couple, if shared), its edges added
// to that, and forgotten again.
#include <optional>

#include "predict/paper/clock_graph.h"
#include "predict/paper/decider.h"

namespace stalemate::predict::paper {
namespace {

class Optimised : public Decider {
 public:
  Optimised(const Order& order, std::size_t most_choice_graphs, bool shared)
      : order_(order),
        most_choice_graphs_(most_choice_graphs),
        shared_(shared),
        whole_(order),
        without_(order),
        cut_(order) {
    whole_.build({kStart, kStart}, no_cut(order));
  }

  void take_couple(Vertex writer, Vertex read) override {
    couple_ = {writer, read};
    broken_ = left_out_is_built_ = false;
  }

  void decide(Witness& witness) override {
    witness.verdict = Verdict::kInfeasible;
    witness.phase = Phase::kCycle;
    if (!shared_) broken_ = left_out_is_built_ = false;
    ClockGraph* graph = witness.order == Case::kWithoutWriter ? without_writer(witness) : without_couple();
    if (!graph) return;
    const ClockGraph::Mark mark = graph->mark();
    const auto edges = witness_edges(order_, witness);
    bool acyclic = true;
    for (const Edge& edge : edges) acyclic = acyclic && graph->add(edge, true);
    if (acyclic) {
      const auto choices = choices_of(graph->graph(), edges);
      witness.phase = choices.empty() ? Phase::kNoChoice : Phase::kChoice;
      witness.verdict = choices.empty() ? Verdict::kFeasible : explore(*graph, choices, witness);
    }
    graph->undo(mark);
  }

 private:
  ClockGraph* without_couple() {
    if (!broken_) without_.break_couple(couple_, whole_);
    broken_ = true;
    return &without_;
  }

  // Null if c or r cannot occur without w.
  ClockGraph* without_writer(const Witness& witness) {
    if (!left_out_is_built_) {
      left_out_ = cut_without(order_, couple_.from, couple_.to);
      if (is_cut(order_, left_out_, couple_.to)) return nullptr;
      cut_.build(couple_, left_out_);
      left_out_is_built_ = true;
    }
    const bool challenger =
        witness.challenger == kInitial || !is_cut(order_, left_out_, vertex_of(witness.challenger));
    return challenger ? &cut_ : nullptr;
  }

  // The choice graphs in the order of as_written.cc. Those that share their first edges share the work; a
  // cycle among these refutes all of them at once, and they count as explored, as they would be one by one.
  Verdict explore(ClockGraph& graph, const std::vector<Choice>& choices, Witness& witness) {
    witness.possible_graphs = graphs_of(choices.size());
    if (choices.size() > kMostChoices) return Verdict::kUnknown;
    std::vector<ClockGraph::Mark> marks;  // before each choice that is made
    std::vector<bool> reversed(choices.size());
    const auto most = static_cast<double>(most_choice_graphs_);
    while (marks.size() < choices.size()) {
      const std::size_t at = marks.size();
      marks.push_back(graph.mark());
      if (graph.add(choice_edge(order_, choices[at], reversed[at]), false)) continue;
      witness.explored_graphs += graphs_of(choices.size() - at - 1);
      if (witness.explored_graphs > most) break;
      do {
        if (marks.empty()) return Verdict::kInfeasible;
        graph.undo(marks.back());
        marks.pop_back();
        reversed[marks.size()].flip();
      } while (!reversed[marks.size()]);
      if (witness.explored_graphs >= most) break;
    }
    if (witness.explored_graphs >= most) {  // one by one it would end here
      witness.explored_graphs = most;
      return Verdict::kUnknown;
    }
    ++witness.explored_graphs;
    return Verdict::kFeasible;
  }

  const Order& order_;
  const std::size_t most_choice_graphs_;
  const bool shared_;
  ClockGraph whole_, without_, cut_;
  Edge couple_;
  Cut left_out_;
  bool broken_ = false, left_out_is_built_ = false;
};

}  // namespace

std::unique_ptr<Decider> optimised(const Order& order, std::size_t most_choice_graphs, bool shared) {
  return std::make_unique<Optimised>(order, most_choice_graphs, shared);
}

}  // namespace stalemate::predict::paper
