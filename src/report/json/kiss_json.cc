#include "report/json/kiss_json.h"

#include "report/json/finding_json.h"

namespace stalemate::report {
namespace {

Json to_json(const KissFinding& finding) {
  Json out = to_json(finding.explanation.finding);
  out["ts"] = finding.ts;
  out["inputs"] = Json::array();
  for (const KissInput& input : finding.inputs)
    out["inputs"].push_back({{"thread", input.thread}, {"value", input.value}});
  out["confirmed"] = or_null(finding.confirmed);
  out["confirmation"] = finding.confirmation.empty() ? Json(nullptr) : Json(finding.confirmation);
  return out;
}

Json to_json(const KissField& field) {
  return {{"name", field.name},   {"verdict", field.verdict}, {"accesses", field.accesses},
          {"paths", field.paths}, {"seconds", field.seconds}, {"completed", or_null(field.completed)}};
}

}  // namespace

std::string render_kiss_json(const KissResult& result) {
  Json out;
  out["format"] = "stalemate-kiss/1";
  out["program"] = result.program;
  out["race"] = or_null(result.race);
  out["backend"] = or_null(result.backend);
  out["memory_model"] = "sc";
  out["verdict"] = result.verdict;
  out["coverage"] = result.coverage;
  out["limit"] = or_null(result.limit);
  out["bound"] = {{"kind", "ts"},          {"completed", or_null(result.completed)}, {"limit", result.ts},
                  {"loops", result.loops}, {"recursion", result.recursion},          {"inputs", nullptr}};
  if (result.inputs) out["bound"]["inputs"] = {result.inputs->first, result.inputs->second};
  out["cut"] = {{"loops", result.cuts.loops},
                {"long_loops", result.cuts.long_loops},
                {"recursion", result.cuts.recursion},
                {"threads", result.cuts.threads},
                {"unknown", result.cuts.unknown}};
  out["cut_loops"] = Json::array();
  for (const KissCutLoop& loop : result.cut_loops)
    out["cut_loops"].push_back(
        {{"file", loop.file}, {"line", loop.line}, {"function", loop.function}, {"passed", loop.passed}});
  out["paths"] = result.paths;
  out["blocked"] = result.blocked;
  out["states"] = result.states;
  out["pruned"] = result.pruned;
  out["seconds"] = result.seconds;
  out["jobs"] = result.jobs;
  out["findings"] = Json::array();
  for (const KissFinding& finding : result.findings) out["findings"].push_back(to_json(finding));
  out["fields"] = Json::array();
  for (const KissField& field : result.fields) out["fields"].push_back(to_json(field));
  out["notes"] = result.notes;
  return dumped(out);
}

}  // namespace stalemate::report
