// How fast triplets are decided: quick ways alone, then with saturation and search, on traces in the shapes
// of the paper's Table A1 and on a million events with a window; beside them the paper's own algorithm on a
// sample of the same trace, as written, as optimised and with work shared, and the ratio of the exact rates
// to it. Three witnesses are one triplet. Arguments: the names of shapes; all by default.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "predict/paper.h"
#include "predict/predict.h"
#include "predict_traces.h"

namespace {

using stalemate::predict::Reason;

struct ByReason : stalemate::predict::TripletSink {
  void take(const stalemate::predict::Triplet& triplet) override {
    ++reasons[static_cast<std::size_t>(triplet.reason)];
  }
  std::uint64_t reasons[static_cast<std::size_t>(Reason::kExhausted) + 1] = {};
};

// Triplets per second.
double measure(const stalemate::TraceShape& shape, const stalemate::trace::EventTrace& trace, bool quick) {
  stalemate::predict::Limits limits;
  limits.quick = quick;
  if (shape.window) limits.window = shape.window;
  const auto start = std::chrono::steady_clock::now();
  stalemate::predict::Analysis analysis(trace, limits);
  ByReason sink;
  const stalemate::predict::Counts counts = analysis.run(sink);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto all = static_cast<double>(counts.feasible + counts.infeasible + counts.unknown);
  std::printf(
      "%-14s %7zu events %2u threads %-5s %9.0f triplets %8lu feasible %6.3f %% unknown %8.3f s %10.0f "
      "triplets/s %5ld MB"
      "  (after %lu, overwritten %lu, locks %lu, reads %lu, tried %lu)\n",
      shape.name, trace.events.size(), shape.threads, quick ? "quick" : "all", all, counts.feasible,
      100 * static_cast<double>(counts.unknown) / all, seconds, all / seconds, usage.ru_maxrss / 1024,
      sink.reasons[1], sink.reasons[2], sink.reasons[3], sink.reasons[4], sink.reasons[5]);
  std::fflush(stdout);
  return all / seconds;
}

struct Ignored : stalemate::predict::paper::WitnessSink {
  void take(const stalemate::predict::paper::Witness&) override {}
};

void measure_paper(const stalemate::TraceShape& shape, const stalemate::trace::EventTrace& trace,
                   double quick, double all) {
  using stalemate::predict::paper::Way;
  const char* const names[] = {"as written", "optimised", "shared"};
  for (const Way way : {Way::kAsWritten, Way::kOptimised, Way::kShared}) {
    stalemate::predict::paper::Options options;
    options.way = way;
    // Graphs cost about as much as the trace is long; the shared way has one for all witnesses of a read.
    options.sample =
        std::max<std::size_t>(5, (way != Way::kShared ? 2'000'000 : 40'000'000) / trace.events.size());
    Ignored sink;
    const auto totals = stalemate::predict::paper::run(trace, options, sink);
    const double rate = static_cast<double>(totals.decided) / totals.seconds;
    std::printf(
        "%-14s paper %-10s %10lu witnesses, sampled %6lu: %5.1f %% cycle, %5.1f %% no choice, %5.2f %% "
        "choice, "
        "%4.2f graphs each %10.0f witnesses/s; exact is %.0f x quick, %.0f x all\n",
        shape.name, names[static_cast<std::size_t>(way)], totals.possible, totals.decided,
        100 * static_cast<double>(totals.cyclic) / static_cast<double>(totals.decided),
        100 * static_cast<double>(totals.without_choice) / static_cast<double>(totals.decided),
        100 * static_cast<double>(totals.with_choice) / static_cast<double>(totals.decided),
        totals.graphs_per_witness(), rate, 3 * quick / rate, 3 * all / rate);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const stalemate::TraceShape& shape : stalemate::kTraceShapes) {
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i) wanted = wanted || std::strcmp(argv[i], shape.name) == 0;
    if (!wanted) continue;
    const stalemate::trace::EventTrace trace = stalemate::make_trace(shape);
    const double quick = measure(shape, trace, true);
    const double all = measure(shape, trace, false);
    // Where hardly anything is ordered the paper's choices are too many to end.
    if (!shape.apart) measure_paper(shape, trace, quick, all);
  }
}
