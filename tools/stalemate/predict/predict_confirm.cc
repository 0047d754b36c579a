#include "tools/stalemate/predict/predict_confirm.h"

#include "campaign/campaign.h"
#include "explore/engine/work_item.h"
#include "model/outcome.h"
#include "predict/replay_plan.h"
#include "predict/replay_verdict.h"
#include "record/trace_builder.h"
#include "report/text/predict_text.h"
#include "symbolize/symbolizer.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/record/record_schedule.h"
#include "tools/stalemate/run/schedule_file.h"
#include "trace/replay.h"

namespace stalemate::tools {
namespace {

explore::WorkItem plain_item(std::vector<wire::Deviation> deviations) {
  explore::WorkItem item;
  item.tail = wire::Tail::kContinue;
  item.deviations = std::move(deviations);
  return item;
}

// The command is that of the schedule, which the mark covers, and not that of the trace around it.
Result<RecordRequest> request_of(const trace::Schedule& schedule, const PredictOptions& options) {
  RecordRequest request;
  for (const auto& [name, value] : schedule.options)
    if (const auto set = set_option(request.options, name, value); !set)
      return tl::unexpected<Error>(set.error());
  request.options.plain_steps = true;
  request.program = options.program.empty() ? schedule.program : options.program;
  if (request.program.empty())
    return fail(Code::kUsage, "the trace does not say which program it belongs to",
                "name it: stalemate predict --confirm TRACE -- PROGRAM");
  if (options.program.empty() && !options.trust)
    if (const auto own = check_mark(schedule, options.trace); !own) return tl::unexpected<Error>(own.error());
  return request;
}

symbolize::Symbolizer symbolizer_of(const host::Recording& recording) {
  return symbolize::Symbolizer(recording.modules, working_directory());
}

}  // namespace

WitnessRepeater::Ending WitnessRepeater::ending_of(const host::Recording& recording) {
  Ending ending;
  ending.output = recording.output;
  ending.exit_code = recording.header.exit_code;
  if (host::is_failure(recording.header, false)) {
    ending.failure = finding_kind(recording.header.outcome);
    const std::string text = recording.text.substr(0, recording.text.find('\n'));
    if (text.starts_with(ending.failure))
      ending.failure = text;
    else if (!text.empty())
      ending.failure += ": " + text;
  }
  return ending;
}

Result<WitnessRepeater> WitnessRepeater::start(const trace::EventTrace& trace,
                                               const PredictOptions& options) {
  if (trace.schedule.empty() || trace.points.empty())
    return fail(Code::kBadFile,
                "--confirm needs the schedule of the execution, which the trace does not have",
                "record it to a file whose name does not end in .std");
  WitnessRepeater repeater(trace);
  auto schedule = parse_safe_schedule(trace.schedule);
  if (!schedule) {
    schedule.error().sentence = "the schedule in the trace: " + schedule.error().sentence;
    return tl::unexpected<Error>(schedule.error());
  }
  repeater.schedule_ = std::move(*schedule);
  auto request = request_of(repeater.schedule_, options);
  if (!request) return tl::unexpected<Error>(request.error());
  repeater.request_ = std::move(*request);
  const auto again = record_item(repeater.request_, plain_item(trace::deviations_of(repeater.schedule_)));
  if (!again) return tl::unexpected<Error>(again.error());
  if (const auto mismatch = trace::compare(repeater.schedule_, again->recording.view()))
    return fail(Code::kNotDeterministic,
                "the program does not repeat the recorded execution: " + mismatch->sentence(),
                "record it again with this build");
  repeater.recorded_ = ending_of(again->recording);
  repeater.accessed_ =
      accessed_ranges(read_steps(again->recording.view(), symbolizer_of(again->recording)).steps);
  return repeater;
}

std::string WitnessRepeater::afterwards(const Ending& ending) const {
  if (!ending.failure.empty())
    return ending.failure == recorded_.failure ? "then failed as recorded, by " + ending.failure
                                               : "then failed: " + ending.failure;
  std::string out;
  if (!recorded_.failure.empty()) out = "then did not fail, as the recorded execution did";
  if (ending.exit_code != recorded_.exit_code)
    out += (out.empty() ? "then ended with exit code " : ", with exit code ") +
           std::to_string(ending.exit_code) + ", not " + std::to_string(recorded_.exit_code);
  if (ending.output != recorded_.output)
    out += out.empty() ? "then printed something else than was recorded" : ", and printed something else";
  return out.empty() ? "then ended as recorded" : out;
}

void WitnessRepeater::repeat(const std::vector<std::uint16_t>& order, report::PredictWitness& witness) {
  const auto plan = predict::plan_replay(*trace_, schedule_, order);
  if (!plan) {
    witness.confirmation = plan.error().sentence;
    return;
  }
  const auto run = record_item(request_, plain_item(plan->deviations));
  if (!run) {
    witness.confirmed = false;
    witness.confirmation = run.error().sentence;
    return;
  }
  const auto seen =
      trace_of(run->recording, symbolizer_of(run->recording), {accessed_, plan->deviations.size()});
  if (!seen) {
    witness.confirmation = seen.error().sentence;
    return;
  }
  const predict::ReplayVerdict verdict =
      predict::judge_replay(*trace_, *seen, plan->events, witness.challenger, witness.other);
  witness.confirmed = verdict.shown;
  if (!verdict.shown) {
    witness.confirmation = verdict.why_not;
    return;
  }
  const std::uint64_t before = witness.value.value_or(0);
  witness.confirmation =
      "read " + report::value_text(verdict.value) +
      (verdict.value == before ? ", the same value, of that write" : ", not " + report::value_text(before)) +
      "; " + afterwards(ending_of(run->recording));
}

}  // namespace stalemate::tools
