#include <chrono>
#include <vector>

#include "predict/paper.h"
#include "predict/paper/decider.h"

namespace stalemate::predict::paper {
namespace {

using trace::EventKind;

class Run {
 public:
  Run(const trace::EventTrace& trace, const Options& options, WitnessSink& sink)
      : order_(order_of(trace)),
        options_(options),
        sink_(sink),
        decider_(options.way == Way::kAsWritten
                     ? as_written(order_, options.most_choice_graphs)
                     : optimised(order_, options.most_choice_graphs, options.way == Way::kShared)) {
    totals_.size = measure(trace);
    totals_.possible = possible_witnesses(trace);
    if (options.sample != 0) stride_ = std::max<std::uint64_t>(1, totals_.possible / options.sample);
    if (stride_ % kCases == 0) ++stride_;  // else only one of the cases
  }

  Totals run() {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t variable = 0; variable < order_.writes.size(); ++variable) {
      take_writer(variable, kInitial, order_.initially[variable]);
      for (const Vertex write : order_.writes[variable]) take_writer(variable, write, order_.readers[write]);
    }
    totals_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return totals_;
  }

 private:
  void take_writer(std::size_t variable, std::int64_t writer, const std::vector<Vertex>& readers) {
    for (const Vertex read : readers) {
      // The witnesses of a couple share work: a fair sample takes whole couples.
      if (options_.way == Way::kShared && couples_++ % stride_ != stride_ / 2) continue;
      Witness witness;
      witness.read = read;
      witness.writer = writer;
      decider_->take_couple(vertex_of(writer), read);
      if (writer != kInitial) take_challenger(witness, kInitial);
      for (const Vertex write : order_.writes[variable])
        if (write != writer && write != read) take_challenger(witness, write);
    }
  }

  void take_challenger(Witness witness, std::int64_t challenger) {
    witness.challenger = challenger;
    for (const Case order : {Case::kReadBeforeWriter, Case::kWriterOverridden, Case::kWithoutWriter}) {
      if (options_.way != Way::kShared && witnesses_++ % stride_ != stride_ / 2) continue;
      Witness decided = witness;
      decided.order = order;
      decider_->decide(decided);
      count(decided);
      sink_.take(decided);
    }
  }

  void count(const Witness& witness) {
    ++totals_.decided;
    totals_.cyclic += witness.phase == Phase::kCycle;
    totals_.without_choice += witness.phase == Phase::kNoChoice;
    totals_.undecided += witness.verdict == Verdict::kUnknown;
    if (witness.phase != Phase::kChoice) return;
    ++totals_.with_choice;
    totals_.possible_graphs += witness.possible_graphs;
    totals_.explored_graphs += witness.explored_graphs;
    totals_.refuted_by_choice += witness.verdict == Verdict::kInfeasible;
  }

  const Order order_;
  const Options options_;
  WitnessSink& sink_;
  const std::unique_ptr<Decider> decider_;
  Totals totals_;
  std::uint64_t stride_ = 1, couples_ = 0, witnesses_ = 0;
};

double per(double sum, double count) { return count == 0 ? 0 : sum / count; }

}  // namespace

double Totals::possible_graphs_per_choice() const {
  return per(possible_graphs, static_cast<double>(with_choice));
}
double Totals::explored_graphs_per_choice() const {
  return per(explored_graphs, static_cast<double>(with_choice));
}
double Totals::graphs_per_witness() const {
  return per(static_cast<double>(decided - with_choice) + explored_graphs, static_cast<double>(decided));
}

Totals run(const trace::EventTrace& trace, const Options& options, WitnessSink& sink) {
  return Run(trace, options, sink).run();
}

std::uint64_t possible_witnesses(const trace::EventTrace& trace) {
  std::vector<std::uint64_t> reads(trace.variables.size()), writes(trace.variables.size());
  std::uint64_t own = 0;  // the write of an update does not challenge its read
  for (const trace::Event& event : trace.events) {
    const bool update = event.kind == EventKind::kUpdate;
    if (update || event.kind == EventKind::kRead) ++reads[event.object];
    if (update || event.kind == EventKind::kWrite) ++writes[event.object];
    own += update;
  }
  std::uint64_t triplets = 0;
  // All writes and the initial value, except the one that it saw.
  for (std::size_t variable = 0; variable < reads.size(); ++variable)
    triplets += reads[variable] * writes[variable];
  return kCases * (triplets - own);
}

TraceSize measure(const trace::EventTrace& trace) {
  TraceSize size;
  size.threads = trace.threads.size();
  size.events = trace.events.size();
  std::vector<bool> locks(trace.locks.size()), variables(trace.variables.size());
  for (const trace::Event& event : trace.events) {
    switch (event.kind) {
      case EventKind::kRead:
      case EventKind::kWrite:
      case EventKind::kUpdate:
        ++size.access_events;
        variables[event.object] = true;
        break;
      case EventKind::kAcquire:
      case EventKind::kRelease:
      case EventKind::kReadAcquire:
      case EventKind::kReadRelease:
        ++size.lock_events;
        locks[event.object] = true;
        break;
      case EventKind::kWait:
      case EventKind::kNotify:
      case EventKind::kNotifyAll: ++size.wait_events; break;
      default: break;
    }
  }
  for (const bool used : locks) size.lock_variables += used;
  for (const bool used : variables) size.access_variables += used;
  return size;
}

}  // namespace stalemate::predict::paper
