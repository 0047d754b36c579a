#include "tools/stalemate/record/record_schedule.h"
#include "campaign/worker_config.h"
#include "tools/stalemate/cli/mark.h"

#include <algorithm>
#include <bit>

#include "campaign/campaign.h"
#include "campaign/rerun/step_options.h"
#include "model/watch.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/run/findings.h"
#include "tools/stalemate/run/schedule_file.h"
#include "tools/stalemate/run/start.h"
#include "trace/replay.h"
#include "trace/schedule.h"

namespace stalemate::tools {
namespace {

// Enough for the headers of the C++ library between a place in the program and what it calls.
constexpr std::uint32_t kFrames = 12;
constexpr std::uint64_t kRecordsPerStep =
    10;  // besides frames: the step, enabled threads, its effects, values

host::StartWorker starter_with_long_logs(const host::Program& program) {
  return [&program](const wire::Config& config, host::RingSizes sizes) {
    const std::uint64_t longest =
        (kRecordsPerStep + config.trace_frames) * sizeof(wire::Record) * config.step_limit;
    sizes.logs = std::max(sizes.logs, std::bit_ceil(2 * longest));
    return host::Worker::launch(program, config, sizes);
  };
}

wire::Config config_of(const RunOptions& options) {
  wire::Config config = host::worker_config(options, wire::Isolation::kFork);
  config.effects = 1;
  config.trace_frames = kFrames;
  return config;
}

explore::WorkItem detailed_item(std::vector<wire::Deviation> deviations) {
  explore::WorkItem item;
  item.tail = wire::Tail::kContinue;
  item.flags = wire::kItemDetailed | wire::kItemCapture;
  item.deviations = std::move(deviations);
  return item;
}

Error diverged(const std::string& sentence) {
  return {Code::kNotDeterministic, "the schedule does not fit the program: " + sentence,
          "record with the build that it was found in"};
}

// With the schedule's steps where the program has them now.
Result<wire::Config> config_with(const host::StepOptions& steps, const RunOptions& options,
                                 const host::Program& program) {
  wire::Config config = config_of(options);
  if (steps.empty()) return config;
  host::Rerunner started(starter_with_long_logs(program), config, &watch_interrupts());
  const auto modules = started.modules();
  if (!modules) return tl::unexpected<Error>(modules.error());
  return host::with_steps(config, steps, *modules);
}

// The choices of an execution in which all plain accesses, and the atomic ones that are no steps, were
// logged, with a choice for each of those too.
std::vector<wire::Deviation> with_plain_steps(const host::Recording& recording) {
  std::vector<wire::Deviation> out;
  const auto choose = [&out](std::uint32_t choice) {
    out.push_back({static_cast<std::uint32_t>(out.size()), choice});
  };
  bool is_step_already = false;  // the code of the next access is promoted
  for (const wire::Record& record : recording.records) {
    switch (record.kind) {
      case wire::RecordKind::kStep:
        is_step_already = record.op == OpKind::kPlainLoad || record.op == OpKind::kPlainStore;
        choose(record.thread);
        break;
      case wire::RecordKind::kChoice: choose(record.value); break;
      case wire::RecordKind::kAccess:
        if (!is_step_already) choose(record.thread);
        is_step_already = false;
        break;
      default: break;
    }
  }
  return out;
}

}  // namespace

Result<Recorded> record_item(const RecordRequest& request, explore::WorkItem item) {
  const auto program = program_to_start(request.options, request.program);
  if (!program) return tl::unexpected<Error>(program.error());
  host::Rerunner rerunner(starter_with_long_logs(*program), config_of(request.options), &watch_interrupts());
  item.flags |= wire::kItemDetailed | wire::kItemCapture;
  auto recording = rerunner.run(item);
  if (!recording) return tl::unexpected<Error>(recording.error());
  if (recording->header.outcome == wire::Outcome::kDiverged)
    return tl::unexpected<Error>(
        diverged("at step " + std::to_string(recording->header.divergence + 1) +
                 " the thread whose turn it is cannot continue: " + recording->text));
  return Recorded{std::move(*recording), request.program};
}

Result<Recorded> record_schedule(RecordRequest& request) {
  const auto schedule = read_schedule(request.schedule);
  if (!schedule) return tl::unexpected<Error>(schedule.error());
  std::string test;
  host::StepOptions steps;
  request.options.plain_steps = false;
  for (const auto& [name, value] : schedule->options) {
    if (name == "test") {
      test = value;
    } else if (host::is_step_option(name)) {
      steps.emplace_back(name, value);
    } else if (const auto set = set_option(request.options, name, value); !set) {
      return tl::unexpected<Error>(set.error());
    }
  }
  if (!test.empty())
    return fail(Code::kUsage, "the schedule belongs to a call of explore() in a test, not to a program",
                "run it with stalemate replay");
  if (request.program.empty()) {
    const auto own = request.trust ? Result<void>() : check_mark(*schedule, request.schedule);
    if (!own) return tl::unexpected<Error>(own.error());
    request.program = schedule->program;
  }
  if (request.program.empty())
    return fail(Code::kUsage, "the schedule does not say which program it belongs to",
                "name it: stalemate record --schedule FILE -o FILE -- PROGRAM");
  std::vector<wire::Deviation> deviations = trace::deviations_of(*schedule);
  if (!request.options.plain_steps) {
    const auto program = program_to_start(request.options, request.program);
    if (!program) return tl::unexpected<Error>(program.error());
    const auto config = config_with(steps, request.options, *program);
    if (!config) return tl::unexpected<Error>(config.error());
    host::Rerunner rerunner(starter_with_long_logs(*program), *config, &watch_interrupts());
    explore::WorkItem item = detailed_item(deviations);
    item.watch_bytes = wire::kWatchAll;
    const auto recording = rerunner.run(item);
    if (!recording) return tl::unexpected<Error>(recording.error());
    if (const auto mismatch = trace::compare(*schedule, recording->view()))
      return tl::unexpected<Error>(diverged(mismatch->sentence()));
    deviations = with_plain_steps(*recording);
    request.options.plain_steps = true;
  }
  return record_item(request, detailed_item(std::move(deviations)));
}

// Without names: a trace has its own, and a schedule of a million steps is long enough.
std::string schedule_text(const host::Recording& recording, const RunOptions& options,
                          const std::vector<std::string>& program, const std::string& finding) {
  std::vector<wire::Record> records;
  for (const wire::Record& record : recording.records) {
    switch (record.kind) {
      case wire::RecordKind::kEnabled:
      case wire::RecordKind::kDisabled:
      case wire::RecordKind::kStep:
      case wire::RecordKind::kChoice: records.push_back(record); break;
      default: break;
    }
  }
  trace::Schedule schedule = trace::schedule_from_log({&recording.header, records, {}}, trace::Naming());
  schedule.finding = finding.empty() ? "none" : finding.substr(0, finding.find(':'));
  complete_schedule(schedule, options, program, {});
  set_mark(schedule);
  return trace::to_text(schedule);
}

}  // namespace stalemate::tools
