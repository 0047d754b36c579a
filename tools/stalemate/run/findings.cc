#include "tools/stalemate/run/findings.h"

#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <system_error>
#include <tuple>

#include "base/new_file.h"
#include "campaign/cache_choice.h"
#include "campaign/reduction_choice.h"
#include "campaign/rerun/code_places.h"
#include "campaign/rerun/function_names.h"
#include "campaign/rerun/step_options.h"
#include "model/uncontrolled.h"
#include "symbolize/symbolizer.h"
#include "tools/stalemate/cli/mark.h"
#include "tools/stalemate/cli/notes.h"
#include "tools/stalemate/cli/terminal.h"
#include "trace/schedule.h"

namespace stalemate::tools {

namespace {

namespace fs = std::filesystem;

Error cannot_write(const std::string& path) {
  return {Code::kIo, "the schedule " + path + " cannot be written", "choose another directory with --out"};
}

Result<void> write_file(const std::string& path, const std::string& text) {
  std::error_code trouble;
  fs::create_directories(fs::path(path).parent_path(), trouble);
  if (write_new_file(path, text)) return {};
  return tl::unexpected<Error>(cannot_write(path));
}

report::Bound bound_of(const RunOptions& options, const explore::Summary& summary) {
  report::Bound bound;
  bound.kind = bound_kind(options.strategy);
  bound.completed = summary.completed;
  // If only a search without a bound was possible, it covers every bound.
  if (options.strategy == StrategyKind::kIcb && summary.reduced == explore::Reduced::kDpor &&
      summary.complete)
    bound.completed = options.preemptions;
  if (options.strategy == StrategyKind::kIcb) bound.limit = options.preemptions;
  if (options.strategy == StrategyKind::kDelay) bound.limit = options.delays;
  if (options.strategy == StrategyKind::kDepth) bound.limit = options.depth;
  return bound;
}

report::Cache cache_of(const RunOptions& options, const explore::CachedStates& cached) {
  report::Cache cache{std::string(name_of(options.cache)),
                      cached.states,
                      {},
                      cached.pruned,
                      cached.bytes,
                      cached.full,
                      cached.unknown_states,
                      host::note_on(cached)};
  if (options.strategy == StrategyKind::kIcb) cache.states_per_bound = cached.states_per_bound;
  return cache;
}

report::RunResult counts_of(const RunOptions& options, const std::vector<std::string>& program,
                            const host::CampaignResult& campaign) {
  const explore::Summary& summary = campaign.summary;
  report::RunResult result;
  result.program = program;
  result.strategy = name_of(options.strategy);
  result.reduce = host::name_of(summary.reduced);
  result.reduce_note = campaign.reduce_note;
  result.coverage = host::name_of(campaign.coverage);
  result.limits = host::limits_of(campaign);
  if (!result.limits.empty()) result.limit = result.limits.front();
  result.bound = bound_of(options, summary);
  result.executions = summary.executions;
  result.executions_of_all = campaign.executions_of_all;
  for (const auto& [code, executions] : campaign.exit_codes) result.exit_codes.push_back({code, executions});
  if (const auto& estimate = campaign.estimate; estimate && estimate->done > 0) {
    result.estimate = {estimate->share, estimate->executions, {}};
    if (std::isfinite(estimate->error)) result.estimate->error = estimate->error;
  }
  const bool bounded = options.strategy == StrategyKind::kIcb && summary.reduced != explore::Reduced::kDpor;
  if (bounded) result.executions_per_bound = summary.per_bound;
  result.classes = summary.classes;
  if (summary.classes && bounded) result.classes_per_bound = summary.classes_per_bound;
  result.redundant = summary.redundant;
  result.prefixes = summary.prefixes;
  result.abandoned = summary.abandoned;
  result.states = campaign.states;
  if (summary.cached) result.cache = cache_of(options, *summary.cached);
  result.growth = campaign.growth;
  result.steps_max = summary.steps_max;
  result.blocking_max = summary.blocking_max;
  result.preemptions_max = summary.preemptions_max;
  result.threads_max = summary.threads_max;
  result.seconds = campaign.seconds;
  result.executions_per_second =
      campaign.seconds > 0 ? static_cast<double>(summary.executions) / campaign.seconds : 0;
  result.jobs = campaign.jobs;
  result.isolate = host::name_of(campaign.isolation);
  result.seed = options.seed;
  result.promotions = campaign.promotions;
  result.promoted_too_many = campaign.promoted_too_many;
  result.left_out = campaign.left_out;
  result.races_checked = options.races != RaceMode::kOff;
  result.notes = notes_of(campaign.ledger);
  result.uncontrolled = uncontrolled_of(campaign.ledger);
  result.uncontrolled_overflow = campaign.ledger.overflowed();
  result.exact = summary.exact && !campaign.ledger.weakens_coverage();
  result.whole_executions = !options.depth && !options.walk_from;
  result.exhausted = summary.complete && campaign.limit == host::EndedBy::kNothing;
  return result;
}

}  // namespace

void complete_schedule(trace::Schedule& schedule, const RunOptions& options,
                       const std::vector<std::string>& program, const std::string& test) {
  schedule.program = program;
  schedule.strategy = name_of(options.strategy);
  if (options.strategy == StrategyKind::kRandom || options.strategy == StrategyKind::kPct ||
      options.strategy == StrategyKind::kPos)
    schedule.seed = options.seed;
  for (const SetOption& option : options_for(options, OptionUse::kExecution))
    if (!option.is_default) schedule.options.emplace_back(option.name, option.value);
  if (!test.empty()) schedule.options.emplace_back("test", test);
}

std::string schedule_directory(const RunOptions& options, const std::vector<std::string>& program) {
  const std::string name = fs::path(program.front()).filename().string();
  return (fs::path(options.out) / name).string();
}

namespace {

// By kind, file or function, line, text.
using UncontrolledByPlace =
    std::map<std::tuple<wire::Uncontrolled, std::string, std::uint32_t, std::string>, report::Uncontrolled>;

// One for each file, if known: many functions of it may have run.
void add_unseen(const host::LedgerLine& line, const host::Ledger& ledger, const symbolize::Frame& place,
                UncontrolledByPlace& all) {
  report::Uncontrolled entry;
  entry.kind = stalemate::name_of(line.what);
  const std::string input = host::linked_input(ledger.modules(), line.pc - 1);
  entry.detail = !input.empty() ? input : !place.file.empty() ? place.file : place.function;
  if (entry.detail.empty()) entry.detail = host::code_place(ledger.modules(), line.pc - 1);
  entry.what = "code of " + entry.detail +
               " ran beside other threads and was not instrumented: build it with stalemate cc or c++";
  if (!place.file.empty()) entry.where = place.file + ":" + std::to_string(place.line) + " in ";
  if (!input.empty() || !place.file.empty()) entry.where += place.function;
  all.emplace(std::tuple(line.what, entry.detail, 0u, std::string()), entry);
}

}  // namespace

std::vector<report::Uncontrolled> uncontrolled_of(const host::Ledger& ledger) {
  const symbolize::Symbolizer symbolizer(ledger.modules(), working_directory());
  // Several addresses may be one place; lines of a file in their order, not that of their digits.
  UncontrolledByPlace all;
  for (const host::LedgerLine& line : ledger.lines()) {
    report::Uncontrolled entry;
    entry.what = phrase_of(line.what) + (line.detail.empty() ? "" : ": " + line.detail);
    entry.kind = stalemate::name_of(line.what);
    entry.detail = line.detail;
    entry.weakens = weakens_coverage(line.what);
    symbolize::Frame place;
    if (line.what == wire::Uncontrolled::kUninstrumented) {
      place = symbolize::best_frame(symbolizer.frames(line.pc));
      add_unseen(line, ledger, place, all);
      continue;
    }
    if (line.pc != 0) place = symbolize::best_frame(symbolizer.frames(line.pc));
    if (!place.file.empty()) entry.where = place.file + ":" + std::to_string(place.line) + " in ";
    entry.where += place.function;
    all.emplace(
        std::tuple(line.what, place.file.empty() ? place.function : place.file, place.line, entry.what),
        entry);
  }
  std::vector<report::Uncontrolled> out;
  for (auto& [key, entry] : all) out.push_back(std::move(entry));
  return out;
}

report::Explanation explain(const host::Recording& recording, std::uint64_t execution) {
  const symbolize::Symbolizer symbolizer(recording.modules, working_directory());
  report::DetailedRun run;
  run.log = recording.view();
  run.source = &symbolizer;
  run.execution = execution;
  run.output = recording.output;
  run.race = recording.race;
  run.leak = recording.leak;
  report::Explanation explanation = report::explain(run);
  std::ranges::move(host::step_options(recording), std::back_inserter(explanation.schedule.options));
  return explanation;
}

Result<report::Suppressions> suppressions_of(const RunOptions& options) {
  auto file = read_suppressions(options.suppressions);
  if (!file) return tl::unexpected<Error>(file.error());
  return report::Suppressions(std::move(*file));
}

Result<void> keep_schedule(report::Explanation& explanation, const RunOptions& options,
                           const std::vector<std::string>& program, const std::string& test,
                           const std::string& suffix) {
  complete_schedule(explanation.schedule, options, program, test);
  if (explanation.finding.exit_code)
    explanation.schedule.options.emplace_back(kEndedWith, std::to_string(*explanation.finding.exit_code));
  const std::string name = explanation.finding.fingerprint + suffix + ".sched";
  const std::string path = (fs::path(schedule_directory(options, program)) / name).string();
  set_mark(explanation.schedule);
  const auto written = write_file(path, trace::to_text(explanation.schedule));
  if (written) explanation.finding.schedule = path;
  return written;
}

namespace {

struct Origin {
  const RunOptions& options;
  const std::vector<std::string>& program;
  const std::string& test;
};

// The execution that ended with another exit code, beside the finding's own.
void keep_other(const host::OtherEnd& other, report::Explanation& explanation, const Origin& origin,
                std::vector<Error>& errors) {
  report::Explanation ended = explain(other.recording, other.execution);
  report::Finding& finding = explanation.finding;
  finding.other_exit_code = ended.finding.exit_code;
  finding.other_execution = other.execution;
  finding.message += "; execution " + std::to_string(other.execution) + " ends with exit code " +
                     std::to_string(other.recording.header.exit_code);
  explanation.schedule.message = finding.message;
  ended.finding.fingerprint = ended.schedule.fingerprint = finding.fingerprint;
  const auto kept = keep_schedule(ended, origin.options, origin.program, origin.test, "-other");
  if (kept)
    finding.other_schedule = ended.finding.schedule;
  else
    errors.push_back(kept.error());
}

// A race, a free or a hang that uninstrumented code may explain.
report::Note note_of(const host::Doubt& doubt) {
  const report::Explanation explanation = explain(doubt.finding.recording, doubt.finding.execution);
  const report::Finding& finding = explanation.finding;
  report::Note note;
  note.kind = "in-doubt";
  note.message = finding.kind + " in doubt: " + finding.message;
  if (!finding.locations.empty()) {
    const report::Location& place = finding.locations.front();
    note.file = place.file;
    note.line = place.line;
    note.function = place.function;
    if (!place.file.empty()) note.message += " at " + place.file + ":" + std::to_string(place.line);
  }
  note.message += "; " + doubt.because + ", and may order these threads by means that are not seen";
  return note;
}

}  // namespace

namespace {

// One report per fingerprint: the first in canonical order. Failures at one line that came from different
// callers are different findings; all but the first have a fingerprint of their callers.
class Fingerprints {
 public:
  // False if the finding is known.
  bool add(report::Explanation& explanation) {
    std::string& fingerprint = explanation.finding.fingerprint;
    const std::string with_callers = report::fingerprint_with_callers(explanation.finding);
    if (!with_callers_.insert(with_callers).second) return false;
    if (first_.insert(fingerprint).second) return true;
    if (with_callers == fingerprint) return false;
    fingerprint = explanation.schedule.fingerprint = with_callers;
    return true;
  }

 private:
  std::set<std::string> first_, with_callers_;
};

}  // namespace

RunReport report_of(const RunOptions& options, const std::vector<std::string>& program,
                    const std::string& test, const host::CampaignResult& campaign,
                    const report::Suppressions& suppressions, std::vector<Error>& errors) {
  RunReport report;
  report.result = counts_of(options, program, campaign);
  Fingerprints known;
  for (const host::Finding& found : campaign.findings) {
    report::Explanation explanation = explain(found.recording, found.execution);
    explanation.finding.seen = found.seen;
    explanation.finding.minimised = found.minimised;
    explanation.finding.repeated = found.repeated;
    if (suppressions.covers(explanation.finding)) continue;
    if (!known.add(explanation)) continue;
    // What was not repeated, and is not known step by step, cannot be replayed.
    const bool can_replay = found.repeated || !found.recording.records.empty();
    if (found.other) keep_other(*found.other, explanation, {options, program, test}, errors);
    if (can_replay)
      if (const auto kept = keep_schedule(explanation, options, program, test); !kept)
        errors.push_back(kept.error());
    report.result.findings.push_back(explanation.finding);
    report.explanations.push_back(std::move(explanation));
  }
  for (const host::Doubt& doubt : campaign.doubts) report.result.notes.push_back(note_of(doubt));
  if (!report.result.findings.empty()) report.result.verdict = "bug";
  if (campaign.error) {
    report.result.verdict = "error";
    report.result.coverage = "partial";
    if (campaign.limit == host::EndedBy::kFinding) {
      report.result.limit.reset();
      report.result.limits.clear();
    }
    errors.push_back(*campaign.error);
  }
  return report;
}

}  // namespace stalemate::tools
