#include "tools/stalemate/predict/predict_paper.h"

#include <algorithm>
#include <chrono>

#include "predict/paper.h"

namespace stalemate::tools {
namespace {

namespace paper = predict::paper;

// Each takes up to milliseconds; if there are more, some are chosen, evenly spread.
constexpr std::size_t kMostWitnesses = 100'000;

class Columns {
 public:
  template <class Number>
  void add(const char* name, const char* text, Number value) {
    rows_.push_back({name, text, static_cast<double>(value)});
  }
  std::vector<report::PredictTableRow> take() { return std::move(rows_); }

 private:
  std::vector<report::PredictTableRow> rows_;
};

void add_size(Columns& columns, const paper::TraceSize& size) {
  columns.add("threads", "", size.threads);
  columns.add("events", "", size.events);
  columns.add("lock_events", "lock events", size.lock_events);
  columns.add("lock_variables", "locks", size.lock_variables);
  columns.add("access_events", "accesses of shared variables", size.access_events);
  columns.add("access_variables", "shared variables", size.access_variables);
  columns.add("wait_events", "waits and notifications", size.wait_events);
}

void add_totals(Columns& columns, const paper::Totals& totals) {
  columns.add("possible_witnesses", "possible witnesses", totals.possible);
  columns.add("decided_witnesses",
              totals.decided == totals.possible ? "" : "of these looked at, evenly spread", totals.decided);
  columns.add("cyclic", "with a cycle in G' (infeasible)", totals.cyclic);
  columns.add("without_choice", "without choice edges (feasible)", totals.without_choice);
  columns.add("with_choice", "with choice edges", totals.with_choice);
  columns.add("possible_graphs_per_choice",
              totals.with_choice > 0 ? "possible choice graphs for each of those" : "",
              totals.possible_graphs_per_choice());
  columns.add("explored_graphs_per_choice", totals.with_choice > 0 ? "of these explored" : "",
              totals.explored_graphs_per_choice());
  columns.add("refuted_by_choice", "", totals.refuted_by_choice);
  columns.add("undecided_witnesses", totals.undecided > 0 ? "given up after 16,384 choice graphs" : "",
              totals.undecided);
  columns.add("feasible_witnesses", "feasible witnesses", totals.feasible());
  columns.add("infeasible_witnesses", "infeasible witnesses", totals.infeasible());
  columns.add("graphs_per_witness", "graphs for each witness", totals.graphs_per_witness());
  columns.add("seconds", "", totals.seconds);
}

class Discard final : public paper::WitnessSink, public predict::TripletSink {
 public:
  void take(const paper::Witness&) override {}
  void take(const predict::Triplet&) override {}
};

// Witnesses a second, in the same run: of the published algorithm with its optimisation, on a sample that
// takes a moment, and of the exact analysis.
void add_speed(Columns& columns, const trace::EventTrace& trace, const predict::Limits& limits) {
  Discard discard;
  paper::Options options;
  options.way = paper::Way::kOptimised;
  options.sample = std::clamp<std::size_t>(2'000'000 / std::max<std::size_t>(trace.events.size(), 1), 5, 300);
  const paper::Totals published = paper::run(trace, options, discard);
  const auto began = std::chrono::steady_clock::now();
  const predict::Counts counts = predict::Analysis(trace, limits).run(discard);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const auto rate = [](double witnesses, double time) { return time > 0 ? witnesses / time : 0; };
  columns.add("witnesses_per_second", "", rate(static_cast<double>(published.decided), published.seconds));
  columns.add("exact_witnesses_per_second", "",
              rate(3 * static_cast<double>(counts.feasible + counts.infeasible + counts.unknown), seconds));
}

}  // namespace

std::vector<report::PredictTableRow> paper_columns(const trace::EventTrace& trace,
                                                   const predict::Limits& limits) {
  predict::Limits whole = limits;
  whole.window.reset();  // the published one has none
  paper::Options options;
  if (paper::possible_witnesses(trace) > kMostWitnesses) options.sample = kMostWitnesses;
  const paper::Comparison comparison = paper::compare(trace, options, whole);
  Columns columns;
  add_size(columns, comparison.totals.size);
  add_totals(columns, comparison.totals);
  columns.add("compared", "alternatives compared with the exact analysis", comparison.triplets);
  columns.add("false_alarms", "  called feasible, and are not", comparison.false_alarms);
  columns.add("misses", "  called infeasible, and are feasible", comparison.misses);
  columns.add("undecided", "  undecided by one of the two", comparison.undecided);
  columns.add("compared_reads", "reads compared", comparison.reads);
  columns.add("false_reads", "  called nondeterministic, and are not", comparison.false_reads);
  columns.add("missed_reads", "  called deterministic, and are not", comparison.missed_reads);
  add_speed(columns, trace, whole);
  return columns.take();
}

}  // namespace stalemate::tools
