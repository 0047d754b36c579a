#include "kiss/trace/explanation.h"

#include <csignal>
#include <cstring>

#include "report/object_names.h"

namespace stalemate::kiss {
namespace {

using report::Row;
using report::RowKind;

constexpr std::size_t kNone = ~std::size_t{0};

std::string shown(const TableStatement& statement) {
  if (!statement.shown.empty()) return statement.shown;
  return statement.kind == "assert" ? "the assertion" : statement.kind;
}

// pthread_mutex_lock(&m) waits for m; for other calls, the call itself is shown.
std::string waits_for(const TableStatement& statement) {
  const std::string text = shown(statement);
  for (const std::string_view lock : {"pthread_mutex_lock(&", "pthread_spin_lock(&", "mtx_lock(&"})
    if (text.starts_with(lock) && text.ends_with(")"))
      return text.substr(lock.size(), text.size() - lock.size() - 1);
  return text;
}

class Explainer {
 public:
  Explainer(const Failure& failure, const ConcurrentTrace& trace, const std::string& variable,
            const report::SourceLines& lines)
      : failure_(failure), trace_(trace), variable_(variable), lines_(lines) {}

  report::Explanation explain() {
    for (const std::string& path : trace_.threads) out_.interleaving.lanes.push_back({path, {}});
    add_steps();
    report::fold_long_table(out_.interleaving, "");
    add_failure();
    report::Finding& finding = out_.finding;
    finding.kind = failure_.kind;
    if (failure_.signal != 0) finding.signal = failure_.signal;
    finding.execution = failure_.path + 1;  // counted from 1, as in other results
    finding.fingerprint = report::fingerprint_of(finding);
    return std::move(out_);
  }

 private:
  void add_steps() {
    std::size_t before = kNone;  // the step before
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const TraceStep& step = trace_.steps[i];
      name_lane(step);
      if (is_race_access(i) && is_alone(i)) continue;  // it has done nothing yet
      if (before != kNone && trace_.steps[before].thread != step.thread) add_switch(before, i);
      before = i;
      add_step(step);
    }
  }

  void add_step(const TraceStep& step) {
    if (step.kind == StepKind::kIsDue || step.kind == StepKind::kEnds) return;
    const bool creates = step.kind == StepKind::kCreates;
    if (!creates && step.statement->shown.empty()) return;
    Row row = row_at(RowKind::kStep, step.thread, step.statement);
    row.text = creates ? "create " + trace_.threads[step.created] : step.statement->shown;
    row.step = ++out_.finding.steps;
    out_.interleaving.rows.push_back(std::move(row));
  }

  void name_lane(const TraceStep& step) {
    std::string& name = out_.interleaving.lanes[step.thread].name;
    if (name.empty() && step.statement != nullptr) name = function_name(*step.statement);
  }

  void add_switch(std::size_t before, std::size_t next) {
    const TraceStep& last = trace_.steps[before];
    const std::string& who = trace_.threads[last.thread];
    std::string why = who + " preempted";
    bool preemption = true;
    if (last.kind == StepKind::kEnds) {
      why = who + " finished";
      preemption = false;
    } else if (last.kind == StepKind::kIsDue && !is_race_access(before)) {
      why = who + " blocked, waits for " + waits_for(*last.statement);
      preemption = false;
    } else if (const TableStatement* comes = what_comes(before)) {
      why += " before " + shown(*comes);
    }
    ++out_.finding.switches;
    if (preemption) ++out_.finding.preemptions;
    const std::uint32_t lane = trace_.steps[next].thread;
    out_.interleaving.rows.push_back(
        {RowKind::kSwitch, lane, 0, preemption, "switch to " + trace_.threads[lane] + ": " + why, {}, {}});
  }

  bool is_alone(std::size_t i) const {
    const std::uint32_t thread = trace_.steps[i].thread;
    return (i == 0 || trace_.steps[i - 1].thread != thread) &&
           (i + 1 == trace_.steps.size() || trace_.steps[i + 1].thread != thread);
  }

  bool is_race_access(std::size_t step) const {
    return failure_.kind == "data-race" && step == other_access(trace_);
  }

  // What the thread does next, or would have done.
  const TableStatement* what_comes(std::size_t after) const {
    if (trace_.steps[after].kind == StepKind::kIsDue) return trace_.steps[after].statement;
    for (std::size_t i = after + 1; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].thread == trace_.steps[after].thread) return trace_.steps[i].statement;
    return nullptr;
  }

  Row row_at(RowKind kind, std::uint32_t thread, const TableStatement* statement) const {
    Row row{kind, thread, 0, false, {}, {}, {}};
    if (statement == nullptr) return row;
    row.place = report::short_place(statement->place.file, statement->place.line);
    row.code = lines_(statement->place.file, statement->place.line);
    return row;
  }

  report::Location location(std::uint32_t thread, const TableStatement* statement) const {
    report::Location location;
    location.thread = trace_.threads[thread];
    if (statement == nullptr) return location;
    location.file = statement->place.file;
    location.line = statement->place.line;
    location.function = function_name(*statement);
    location.stack.push_back({location.function, location.file, location.line});
    return location;
  }

  void fail_at(std::uint32_t thread, const TableStatement* statement, const std::string& text) {
    out_.finding.locations.push_back(location(thread, statement));
    Row row = row_at(RowKind::kFailure, thread, statement);
    row.text = text;
    out_.interleaving.rows.push_back(std::move(row));
  }

  void add_failure() {
    if (failure_.kind == "data-race") return add_race();
    if (failure_.kind == "deadlock") return add_deadlock();
    const TableStatement* const at = failing_statement();
    report::Finding& finding = out_.finding;
    if (failure_.kind == "assertion") {
      fail_at(trace_.failing_thread, at, "assertion fails");
    } else if (failure_.kind == "crash") {
      fail_at(trace_.failing_thread, at, "crashes");
      const char* const name = sigdescr_np(failure_.signal);
      finding.message = "signal " + std::to_string(failure_.signal);
      if (name != nullptr) finding.message += " (" + std::string(name) + ")";
    } else {
      fail_at(trace_.failing_thread, at,
              failure_.kind == "abort"         ? "aborts"
              : failure_.kind == "double-free" ? "frees a block again"
                                               : failure_.kind);
    }
    if (at != nullptr && at->message && !at->message->empty())
      finding.message = (failure_.kind == "assertion" ? "assertion failed: " : "") + *at->message;
    if (finding.message.empty() && failure_.kind == "misuse" && at != nullptr)
      finding.message = "against the rules: " + shown(*at);
    if (finding.message.empty()) finding.message = failure_.kind;
  }

  // Of a crash, the last that its thread is known to have begun.
  const TableStatement* failing_statement() const {
    for (std::size_t i = trace_.steps.size(); i-- > 0;)
      if (trace_.steps[i].thread == trace_.failing_thread) return trace_.steps[i].statement;
    return nullptr;
  }

  void add_race() {
    const std::size_t other = other_access(trace_);
    const TableStatement* const later = failing_statement();
    report::Finding& finding = out_.finding;
    if (!variable_.empty()) finding.variable = variable_;
    if (other == trace_.steps.size() || later == nullptr)
      return fail_at(trace_.failing_thread, later, "races");
    const TraceStep& earlier = trace_.steps[other];
    const std::string& first = trace_.threads[earlier.thread];
    const std::string& second = trace_.threads[trace_.failing_thread];
    fail_at(earlier.thread, earlier.statement, shown(*earlier.statement) + ", unordered with " + second);
    fail_at(trace_.failing_thread, later, shown(*later) + ", unordered with " + first);
    // As everywhere, the first place is where it failed.
    std::swap(finding.locations[0], finding.locations[1]);
    finding.message = (variable_.empty() ? "a variable" : variable_) + " is " + verb(*earlier.statement) +
                      " by " + first + " and " + verb(*later) + " by " + second + ", unordered";
  }

  static std::string verb(const TableStatement& statement) {
    return (statement.atomic ? "atomically " : "") + std::string(statement.kind == "read"     ? "read"
                                                                 : statement.kind == "update" ? "updated"
                                                                                              : "written");
  }

  void add_deadlock() {
    std::string message;
    for (const std::size_t i : blocked_at_end(trace_)) {
      const TraceStep& step = trace_.steps[i];
      fail_at(step.thread, step.statement, "waits for " + waits_for(*step.statement));
      out_.finding.locations.back().waits_for = waits_for(*step.statement);
      message += (message.empty() ? "" : "; ") + trace_.threads[step.thread] + " waits for " +
                 waits_for(*step.statement);
    }
    out_.finding.message = message;
  }

  const Failure& failure_;
  const ConcurrentTrace& trace_;
  const std::string& variable_;
  const report::SourceLines& lines_;
  report::Explanation out_;
};

}  // namespace

report::Explanation explain(const Failure& failure, const Table& table, const std::string& variable,
                            const report::SourceLines& lines) {
  const ConcurrentTrace trace = read_trace(failure, table);
  return Explainer(failure, trace, variable, lines).explain();
}

}  // namespace stalemate::kiss
