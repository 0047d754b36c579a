#include "report/json/finding_json.h"

namespace stalemate::report {
namespace {

Json to_json(const Location& location) {
  Json stack = Json::array();
  for (const StackFrame& frame : location.stack)
    stack.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
  Json out;
  out["thread"] = location.thread;
  out["file"] = location.file;
  out["line"] = location.line;
  out["function"] = location.function;
  out["stack"] = std::move(stack);
  out["waits_for"] = or_null(location.waits_for);
  out["held_by"] = or_null(location.held_by);
  out["held_since"] = or_null(location.held_since);
  out["role"] = or_null(location.role);
  return out;
}

Json to_json(const Cycle& cycle) {
  Json threads = Json::array();
  for (const CycleThread& thread : cycle.threads) {
    Json steps = Json::array();
    for (const CycleStep& step : thread.steps)
      steps.push_back(
          {{"step", step.text}, {"file", step.file}, {"line", step.line}, {"function", step.function}});
    threads.push_back({{"thread", thread.thread}, {"steps", std::move(steps)}, {"times", thread.times}});
  }
  return {{"steps", cycle.steps},          {"turns", cycle.turns},     {"proved", cycle.proved},
          {"threads", std::move(threads)}, {"starved", cycle.starved}, {"ways_out", cycle.ways_out}};
}

}  // namespace

Json to_json(const Finding& finding) {
  Json out;
  out["kind"] = finding.kind;
  out["message"] = finding.message;
  out["fingerprint"] = finding.fingerprint;
  out["preemptions"] = finding.preemptions;
  out["switches"] = finding.switches;
  out["steps"] = finding.steps;
  out["execution"] = finding.execution;
  out["seen"] = finding.seen;
  out["schedule"] = or_null(finding.schedule);
  out["signal"] = or_null(finding.signal);
  out["variable"] = or_null(finding.variable);
  out["minimised"] = finding.minimised;
  out["exit_code"] = or_null(finding.exit_code);
  out["other_exit_code"] = or_null(finding.other_exit_code);
  out["other_execution"] = or_null(finding.other_execution);
  out["other_schedule"] = or_null(finding.other_schedule);
  out["locations"] = Json::array();
  for (const Location& location : finding.locations) out["locations"].push_back(to_json(location));
  out["cycle"] = finding.cycle ? to_json(*finding.cycle) : Json(nullptr);
  return out;
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stalemate::report
