#include "report/json/predict_json.h"

#include "report/json/finding_json.h"

namespace stalemate::report {
namespace {

Json place_or_null(std::int64_t event, const std::string& location) {
  return event < 0 ? Json(nullptr) : Json(location);
}

Json schedule_of(const PredictResult& result, const PredictWitness& witness) {
  if (!witness.has_schedule) return nullptr;
  Json names = Json::array();
  for (const std::uint16_t thread : witness.schedule) names.push_back(result.threads[thread]);
  return names;
}

Json alternative(const PredictResult& result, const PredictWitness& witness) {
  Json out;
  out["writer"] = witness.challenger;
  out["location"] = place_or_null(witness.challenger, witness.challenger_location);
  out["thread"] = witness.challenger < 0 ? Json(nullptr) : Json(witness.challenger_thread);
  out["verdict"] = "feasible";
  out["value"] = or_null(witness.other);
  out["equal"] = witness.value && witness.other ? Json(witness.is_equal()) : Json(nullptr);
  out["switches"] = witness.has_schedule ? Json(witness.switches) : Json(nullptr);
  out["schedule"] = schedule_of(result, witness);
  out["confirmed"] = or_null(witness.confirmed);
  out["confirmation"] = witness.confirmation.empty() ? Json(nullptr) : Json(witness.confirmation);
  return out;
}

// Witnesses come by read, so that those of one are together.
Json reads_of(const PredictResult& result) {
  Json reads = Json::array();
  const PredictWitness* last = nullptr;
  for (const PredictWitness& witness : result.witnesses) {
    if (last == nullptr || last->read != witness.read) {
      Json read;
      read["thread"] = witness.thread;
      read["event"] = witness.read;
      read["location"] = witness.location;
      read["variable"] = witness.variable;
      read["writer"] = witness.writer;
      read["writer_location"] = place_or_null(witness.writer, witness.writer_location);
      read["value"] = or_null(witness.value);
      read["alternatives"] = Json::array();
      reads.push_back(std::move(read));
    }
    reads.back()["alternatives"].push_back(alternative(result, witness));
    last = &witness;
  }
  return reads;
}

Json groups_of(const PredictResult& result) {
  Json groups = Json::array();
  for (const PredictGroup& group : result.groups) {
    const PredictWitness& best = result.witnesses[group.best];
    Json out;
    out["writer"] = place_or_null(best.writer, best.writer_location);
    out["read"] = best.location;
    out["challenger"] = place_or_null(best.challenger, best.challenger_location);
    out["variable"] = group.several_variables ? Json(nullptr) : Json(best.variable);
    out["witnesses"] = group.witnesses;
    out["equal"] = best.value ? Json(group.equal) : Json(nullptr);
    out["reads"] = group.reads;
    out["best"] = {{"event", best.read}, {"writer", best.challenger}};
    groups.push_back(std::move(out));
  }
  return groups;
}

Json finals_of(const PredictResult& result) {
  if (!result.finals) return nullptr;
  Json out = {{"feasible", result.finals->feasible},
              {"infeasible", result.finals->infeasible},
              {"unknown", result.finals->unknown},
              {"alternatives", Json::array()}};
  for (const PredictFinal& final : result.finals->listed)
    out["alternatives"].push_back({{"variable", final.variable},
                                   {"writer", final.writer},
                                   {"writer_location", place_or_null(final.writer, final.writer_location)},
                                   {"alternative", final.challenger},
                                   {"location", place_or_null(final.challenger, final.challenger_location)}});
  return out;
}

Json unseen_of(const PredictResult& result) {
  Json out = Json::array();
  for (const PredictUnseen& unseen : result.unseen)
    out.push_back({{"variable", unseen.variable},
                   {"thread", unseen.thread},
                   {"event", unseen.event},
                   {"location", unseen.location},
                   {"noticed_by", unseen.by_read ? "read" : "recorder"},
                   {"value", or_null(unseen.value)},
                   {"expected", or_null(unseen.expected)}});
  return out;
}

}  // namespace

std::string render_predict_json(const PredictResult& result) {
  Json out;
  out["format"] = "stalemate-predict/1";
  out["trace"] = result.trace;
  out["program"] = result.program;
  out["algorithm"] = result.algorithm;
  out["events"] = result.events;
  out["threads"] = result.threads.size();
  out["verdict"] = result.verdict();
  out["triplets"] = {
      {"feasible", result.feasible}, {"infeasible", result.infeasible}, {"unknown", result.unknown}};
  out["infeasible_because"] = Json::object();
  for (const PredictTableRow& row : result.refuted)
    out["infeasible_because"][row.name] = static_cast<std::uint64_t>(row.value);
  out["window"] = or_null(result.window);
  out["outside_window"] = result.outside;
  out["reads_in_all"] = result.reads;
  out["reads_with_alternatives"] = result.open_reads;
  out["listed"] = result.witnesses.size();
  out["reads"] = reads_of(result);
  out["groups"] = groups_of(result);
  out["finals"] = finals_of(result);
  out["paper"] = nullptr;
  if (result.paper) {
    out["paper"] = Json::object();
    for (const PredictTableRow& row : *result.paper)
      out["paper"][row.name] = row.is_whole() ? Json(static_cast<std::uint64_t>(row.value)) : Json(row.value);
  }
  out["values"] = result.has_values;
  out["unseen_writes"] = unseen_of(result);
  out["finding"] = result.finding.empty() ? Json(nullptr) : Json(result.finding);
  out["notes"] = result.notes;
  out["seconds"] = result.seconds;
  return dumped(out);
}

}  // namespace stalemate::report
