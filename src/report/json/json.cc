#include "report/json/json.h"

#include "report/json/finding_json.h"

namespace stalemate::report {
namespace {

Json to_json(const std::vector<CoverageSample>& samples) {
  Json all = Json::array();
  for (const CoverageSample& sample : samples) {
    all.push_back({{"executions", sample.executions},
                   {"bound", or_null(sample.bound)},
                   {"classes", or_null(sample.classes)},
                   {"prefixes", or_null(sample.prefixes)},
                   {"states", or_null(sample.states)}});
    if (sample.within) all.back()["prefixes_within"] = *sample.within;
  }
  return all;
}

Json to_json(const Cache& cache) {
  return {{"kind", cache.kind},
          {"states", cache.states},
          {"states_per_bound", or_null(cache.states_per_bound)},
          {"pruned", cache.pruned},
          {"bytes", cache.bytes},
          {"full", cache.full},
          {"unknown_states", cache.unknown_states},
          {"note", or_null(cache.note)}};
}

void add_counts(Json& out, const RunResult& result) {
  out["executions"] = result.executions;
  out["executions_per_bound"] = or_null(result.executions_per_bound);
  out["executions_total"] = result.executions_of_all;
  out["exit_codes"] = Json::array();
  for (const ExitCodeCount& count : result.exit_codes)
    out["exit_codes"].push_back({{"code", count.code}, {"executions", count.executions}});
  out["estimate"] = nullptr;
  if (result.estimate)
    out["estimate"] = {{"share", result.estimate->share},
                       {"executions", result.estimate->executions},
                       {"error", or_null(result.estimate->error)}};
  out["classes"] = or_null(result.classes);
  out["classes_per_bound"] = or_null(result.classes_per_bound);
  out["redundant"] = result.redundant;
  out["prefixes"] = result.prefixes;
  out["abandoned"] = result.abandoned;
  out["states"] = or_null(result.states);
  out["cache"] = result.cache ? to_json(*result.cache) : Json(nullptr);
  out["steps_max"] = result.steps_max;
  out["blocking_max"] = result.blocking_max;
  out["preemptions_max"] = result.preemptions_max;
  out["threads_max"] = result.threads_max;
  out["seconds"] = result.seconds;
  out["executions_per_second"] = result.executions_per_second;
  out["jobs"] = result.jobs;
  out["isolate"] = result.isolate;
  out["seed"] = result.seed;
  out["promotions"] = result.promotions;
}

}  // namespace

std::string render_json(const RunResult& result) {
  Json out;
  out["format"] = "stalemate-result/1";
  out["program"] = result.program;
  out["strategy"] = result.strategy;
  out["reduce"] = result.reduce;
  out["reduce_note"] = or_null(result.reduce_note);
  out["memory_model"] = result.memory_model;
  out["verdict"] = result.verdict;
  out["coverage"] = result.coverage;
  out["exact"] = result.exact;
  out["limit"] = or_null(result.limit);
  out["limits"] = result.limits;
  out["bound"] = {{"kind", result.bound.kind},
                  {"completed", or_null(result.bound.completed)},
                  {"limit", or_null(result.bound.limit)}};
  add_counts(out, result);
  out["findings"] = Json::array();
  for (const Finding& finding : result.findings) out["findings"].push_back(to_json(finding));
  out["uncontrolled"] = Json::array();
  for (const Uncontrolled& entry : result.uncontrolled)
    out["uncontrolled"].push_back({{"what", entry.what},
                                   {"where", entry.where},
                                   {"kind", entry.kind},
                                   {"detail", entry.detail},
                                   {"weakens", entry.weakens}});
  out["uncontrolled_overflow"] = result.uncontrolled_overflow;
  out["notes"] = Json::array();
  for (const Note& note : result.notes)
    out["notes"].push_back({{"kind", note.kind},
                            {"message", note.message},
                            {"file", note.file},
                            {"line", note.line},
                            {"function", note.function}});
  out["warnings"] = result.warnings;
  return dumped(out);
}

std::string render_coverage_json(const RunResult& result) {
  Json out;
  out["format"] = "stalemate-coverage/1";
  out["program"] = result.program;
  out["strategy"] = result.strategy;
  out["reduce"] = result.reduce;
  out["seed"] = result.seed;
  out["coverage"] = result.coverage;
  out["limit"] = or_null(result.limit);
  out["bound"] = {{"kind", result.bound.kind},
                  {"completed", or_null(result.bound.completed)},
                  {"limit", or_null(result.bound.limit)}};
  out["steps_max"] = result.steps_max;
  out["blocking_max"] = result.blocking_max;
  out["preemptions_max"] = result.preemptions_max;
  out["threads_max"] = result.threads_max;
  out["bounds"] = to_json(result.growth.bounds);
  out["samples"] = to_json(result.growth.samples);
  return dumped(out, 1);
}

}  // namespace stalemate::report
