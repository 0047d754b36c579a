#include "kiss/trace/concurrent_trace.h"

#include <map>

namespace stalemate::kiss {
namespace {

class Reader {
 public:
  explicit Reader(const Table& table) : table_(table) {}

  ConcurrentTrace read(const Failure& failure) {
    for (const Event& event : failure.events)
      if (event.thread >= 0 && static_cast<std::size_t>(event.thread) < trace_.threads.size()) add(event);
    trace_.failing_thread = running_.back();
    return std::move(trace_);
  }

 private:
  void add(const Event& event) {
    const auto thread = static_cast<std::uint32_t>(event.thread);
    run(thread);
    if (event.statement == kEnded) {
      trace_.steps.push_back({StepKind::kEnds, thread, nullptr, 0});
      if (running_.size() > 1) running_.pop_back();
    } else if (event.statement == 0) {
      create(thread);
    } else {
      const bool due = event.statement < 0;
      const auto id = static_cast<std::size_t>(due ? -std::int64_t{event.statement} : event.statement);
      if (id > table_.statements.size()) return;
      step({due ? StepKind::kIsDue : StepKind::kHappens, thread, &table_.statements[id - 1], 0});
    }
  }

  // Threads are run like calls: an interrupted one continues when those above it are done or stopped.
  void run(std::uint32_t thread) {
    for (std::size_t i = 0; i < running_.size(); ++i)
      if (running_[i] == thread) {
        running_.resize(i + 1);
        return;
      }
    running_.push_back(thread);
  }

  void create(std::uint32_t thread) {
    const auto created = static_cast<std::uint32_t>(trace_.threads.size());
    trace_.threads.push_back(trace_.threads[thread] + "." + std::to_string(++children_[thread]));
    trace_.steps.push_back({StepKind::kCreates, thread, nullptr, created});
  }

  void step(const TraceStep& next) {
    if (!trace_.steps.empty()) {
      TraceStep& last = trace_.steps.back();
      const bool same = last.thread == next.thread && last.statement == next.statement;
      if (same && last.kind == next.kind && (next.statement->model || next.kind == StepKind::kIsDue)) return;
      // A call is reported when its last step is done, a thread when it is created.
      const bool by_call =
          next.kind == StepKind::kHappens && next.statement->model && last.thread == next.thread;
      if (last.kind == StepKind::kCreates && by_call && last.statement == nullptr) {
        last.statement = next.statement;
        return;
      }
    }
    trace_.steps.push_back(next);
  }

  const Table& table_;
  ConcurrentTrace trace_{{"0"}, {}, 0};
  std::vector<std::uint32_t> running_{0};  // the stack of the sequential program, by threads
  std::map<std::uint32_t, std::uint32_t> children_;
};

bool is_access(const TableStatement& statement) {
  return statement.kind == "read" || statement.kind == "write" || statement.kind == "update";
}

}  // namespace

ConcurrentTrace read_trace(const Failure& failure, const Table& table) { return Reader(table).read(failure); }

std::size_t other_access(const ConcurrentTrace& trace) {
  std::size_t other = trace.steps.size();
  for (std::size_t i = 0; i + 1 < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    if (step.kind == StepKind::kIsDue && step.thread != trace.failing_thread && is_access(*step.statement))
      other = i;
  }
  return other;
}

std::vector<std::size_t> blocked_at_end(const ConcurrentTrace& trace) {
  std::map<std::uint32_t, std::size_t> last;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) last[trace.steps[i].thread] = i;
  std::vector<std::size_t> blocked;
  for (const auto& [thread, step] : last)
    if (trace.steps[step].kind == StepKind::kIsDue) blocked.push_back(step);
  return blocked;
}

}  // namespace stalemate::kiss
