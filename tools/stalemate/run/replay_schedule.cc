#include <charconv>
#include <cstdio>

#include "campaign/campaign.h"
#include "campaign/rerun/rerun.h"
#include "campaign/rerun/step_options.h"
#include "campaign/worker_config.h"
#include "model/outcome.h"
#include "report/json/json.h"
#include "report/text/summary.h"
#include "report/text/text.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/exit_codes.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/cli/notes.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/run/debugger.h"
#include "tools/stalemate/run/findings.h"
#include "tools/stalemate/run/run_program.h"
#include "tools/stalemate/run/schedule_file.h"
#include "tools/stalemate/run/start.h"
#include "trace/race.h"
#include "trace/replay.h"

namespace stalemate::tools {

namespace {

// The settings of the replay: the schedule's options, overridden by those that were typed.
struct Setting {
  RunOptions options;
  std::vector<std::string> program;
  std::string test;
  host::StepOptions steps;
  std::optional<int> ended_with;  // exit code
};

Result<int> exit_code_in(const std::string& value) {
  int code = 0;
  const auto [end, trouble] = std::from_chars(value.data(), value.data() + value.size(), code);
  if (trouble == std::errc() && end == value.data() + value.size() && code >= 0 && code <= 255) return code;
  return fail(Code::kBadFile, "the exit code " + value + " in the schedule is not valid", "record it again");
}

Result<Setting> setting_of(const ReplayRequest& request, const trace::Schedule& schedule) {
  Setting setting;
  setting.options = request.options;
  for (const auto& [name, value] : schedule.options) {
    if (name == "test") {
      setting.test = value;
    } else if (host::is_step_option(name)) {
      setting.steps.emplace_back(name, value);
    } else if (name == kEndedWith) {
      const auto code = exit_code_in(value);
      if (!code) return tl::unexpected<Error>(code.error());
      setting.ended_with = *code;
    } else if (const auto set = set_option(setting.options, name, value); !set) {
      return tl::unexpected<Error>(set.error());
    }
  }
  for (const auto& [name, value] : request.typed)
    if (const auto set = set_option(setting.options, name, value); !set)
      return tl::unexpected<Error>(set.error());
  setting.program = request.program.empty() ? schedule.program : request.program;
  if (setting.program.empty())
    return fail(Code::kUsage, "the schedule does not say which program it belongs to",
                "name it: stalemate replay FILE.sched -- PROGRAM");
  return setting;
}

host::StartWorker starter_of(const host::Program& program) {
  return [&program](const wire::Config& config, host::RingSizes sizes) {
    return host::Worker::launch(program, config, sizes);
  };
}

// The worker's configuration, with the schedule's steps where the program has them now.
Result<wire::Config> config_of(const Setting& setting, const host::Program& program) {
  wire::Config config = host::worker_config(setting.options, wire::Isolation::kFork);
  if (setting.steps.empty()) return config;
  host::Rerunner started(starter_of(program), config, &watch_interrupts());
  const auto modules = started.modules();
  if (!modules) return tl::unexpected<Error>(modules.error());
  return host::with_steps(config, setting.steps, *modules);
}

explore::WorkItem item_of(const trace::Schedule& schedule) {
  explore::WorkItem item;
  item.tail = wire::Tail::kContinue;
  item.flags = wire::kItemDetailed | wire::kItemCapture;
  item.deviations = trace::deviations_of(schedule);
  return item;
}

// The execution under gdb, at the moment at which it fails, with a user at the terminal.
int debug(const Setting& setting, const trace::Schedule& schedule) {
  explore::WorkItem item = item_of(schedule);
  item.flags = 0;
  auto program = program_to_start(setting.options, setting.program, setting.test);
  if (!program) return complain(program.error());
  auto config = config_of(setting, *program);
  if (!config) return complain(config.error());
  config->watchdog_ms = 0x7fffffff;  // users think for longer
  config->pass_output = 1;
  program->interactive = true;
  return run_under_gdb(*program, *config, item);
}

// A race, and the bytes that are watched to see both of its accesses.
struct Watched {
  trace::RacingCode code;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
};

Result<host::Recording> run_watched(host::Rerunner& rerunner, const trace::Schedule& schedule,
                                    const Watched& watched) {
  explore::WorkItem item = item_of(schedule);
  item.watch = watched.address;
  item.watch_bytes = watched.bytes;
  return rerunner.run_detailed(std::move(item));
}

std::optional<trace::Race> race_in(const host::Recording& recording, const Watched& watched) {
  return trace::find_race(trace::read_execution(recording.view()), watched.code);
}

struct Tally {
  std::uint32_t runs = 0;
  std::uint32_t appeared = 0;
  std::optional<trace::Mismatch> mismatch;
  std::optional<host::Recording> shown;  // the first that failed, else the first
};

// The same exit code; for a schedule without one, any but 0.
bool ended_with(const wire::LogHeader& header, const std::optional<int>& code) {
  if (header.outcome != wire::Outcome::kFinished) return false;
  return code ? header.exit_code == *code : header.exit_code != 0;
}

bool shows_finding(const trace::Schedule& schedule, const host::Recording& recording,
                   const std::optional<int>& exit_code) {
  if (recording.race) return schedule.finding == "data-race";
  if (recording.leak != 0) return schedule.finding == "leak";
  if (schedule.finding == "exit-code") return ended_with(recording.header, exit_code);
  if (!is_failure(recording.header.outcome)) return false;
  return schedule.finding == finding_kind(recording.header.outcome);
}

// The race that the schedule was written for: in an execution that shows several, the one with the same
// fingerprint; else the first. Empty if there is none.
Result<std::optional<Watched>> find_watched(host::Rerunner& rerunner, const trace::Schedule& schedule) {
  std::optional<Watched> first;
  explore::WorkItem item = item_of(schedule);
  item.flags |= wire::kItemPairs;
  const auto seen = rerunner.run(item);
  if (!seen) return tl::unexpected<Error>(seen.error());
  for (const trace::Access& access : trace::read_execution(seen->view()).accesses) {
    if (!access.races || access.quiet || access.earlier_code == 0) continue;
    const Watched watched{{trace::code_of(access), access.earlier_code}, access.address, access.bytes};
    auto recording = run_watched(rerunner, schedule, watched);
    if (!recording) return tl::unexpected<Error>(recording.error());
    const auto race = race_in(*recording, watched);
    if (!race || race->quiet()) continue;
    if (!first) first = watched;
    recording->race = watched.code;
    if (explain(*recording, schedule.execution).finding.fingerprint == schedule.fingerprint) return watched;
  }
  return first;
}

// Makes the recording one of the leak that the schedule was written for: the one that was chosen before, else
// that with the same fingerprint, else the first. Does not change it if nothing is lost.
void choose_leak(host::Recording& recording, const trace::Schedule& schedule, std::uint64_t& chosen) {
  const std::vector<trace::Leak> leaks = trace::read_execution(recording.view()).leaks;
  for (const trace::Leak& leak : leaks)
    if (leak.address == chosen) recording.leak = chosen;
  if (leaks.empty() || recording.leak != 0) return;
  for (const trace::Leak& leak : leaks) {
    recording.leak = chosen = leak.address;
    if (explain(recording, schedule.execution).finding.fingerprint == schedule.fingerprint) return;
  }
  recording.leak = chosen = leaks.front().address;
}

// Why races were not checked; empty: they were.
std::string unchecked_accesses(const host::Ledger& ledger) {
  for (const host::LedgerLine& line : ledger.lines())
    if (line.what == wire::Uncontrolled::kAccesses) return line.detail;
  return {};
}

Result<Tally> replay(const ReplayRequest& request, const Setting& setting, const trace::Schedule& schedule) {
  const auto program = program_to_start(setting.options, setting.program, setting.test);
  if (!program) return tl::unexpected<Error>(program.error());
  const auto config = config_of(setting, *program);
  if (!config) return tl::unexpected<Error>(config.error());
  host::Rerunner rerunner(starter_of(*program), *config, &watch_interrupts());
  Tally tally;
  std::optional<Watched> watched;
  if (schedule.finding == "data-race") {
    auto found = find_watched(rerunner, schedule);
    if (!found) return tl::unexpected<Error>(found.error());
    watched = *found;
  }
  std::uint64_t lost = 0;
  for (; tally.runs < request.times; ++tally.runs) {
    auto recording = run_watched(rerunner, schedule, watched.value_or(Watched{}));
    if (!recording) return tl::unexpected<Error>(recording.error());
    if (watched && race_in(*recording, *watched)) recording->race = watched->code;
    if (schedule.finding == "leak") choose_leak(*recording, schedule, lost);
    if (auto mismatch = trace::compare(schedule, recording->view())) {
      tally.mismatch = std::move(mismatch);
      tally.shown = std::move(*recording);
      ++tally.runs;
      break;
    }
    const bool appeared = shows_finding(schedule, *recording, setting.ended_with);
    tally.appeared += appeared ? 1 : 0;
    if (!tally.shown || (appeared && tally.appeared == 1)) tally.shown = std::move(*recording);
  }
  if (tally.appeared == 0 && schedule.finding == "data-race")
    if (const std::string why = unchecked_accesses(tally.shown->ledger); !why.empty())
      return fail(Code::kCannotStart, "races cannot be checked here: " + why,
                  "raise the limit on address space (ulimit -v)");
  return tally;
}

int exit_code_of(const Tally& tally) {
  if (tally.mismatch) return kExitDiverged;
  if (tally.appeared == 0) return kExitClean;
  return tally.appeared == tally.runs ? kExitBug : kExitDiverged;
}

report::RunResult result_of(const Setting& setting, const Tally& tally,
                            const report::Explanation& explanation, const std::string& path) {
  report::RunResult result;
  result.program = setting.program;
  result.strategy = "replay";
  result.executions = tally.runs;
  result.bound.kind = "none";
  result.steps_max = tally.shown->header.steps;
  result.threads_max = tally.shown->header.threads;
  result.preemptions_max = explanation.finding.preemptions;
  result.notes = notes_of(tally.shown->ledger);
  result.uncontrolled = uncontrolled_of(tally.shown->ledger);
  result.uncontrolled_overflow = tally.shown->ledger.overflowed();
  result.limit = tally.appeared > 0 ? std::optional<std::string>("finding") : std::nullopt;
  result.verdict = exit_code_of(tally) == kExitDiverged ? "error" : tally.appeared > 0 ? "bug" : "clean";
  if (tally.appeared > 0) {
    result.findings.push_back(explanation.finding);
    result.findings.back().schedule = path;
  }
  return result;
}

std::string verdict_sentence(const trace::Schedule& schedule, const Tally& tally) {
  const std::string of = std::to_string(tally.appeared) + " of " + std::to_string(tally.runs);
  if (tally.mismatch) return "The replay diverged: " + tally.mismatch->sentence() + "\n";
  if (tally.appeared == 0)
    return "The schedule fits and the " + schedule.finding + " does not appear any more (" + of + ").\n";
  return "Replayed: the " + schedule.finding + " appeared " + of + " times.\n";
}

}  // namespace

int replay_schedule(const ReplayRequest& request) {
  const auto schedule = read_schedule(request.schedule);
  if (!schedule) return complain(schedule.error());
  if (const auto writable = check_writable(request.options.json); !writable)
    return complain(writable.error());
  const auto setting = setting_of(request, *schedule);
  if (!setting) return complain(setting.error());
  if (request.program.empty() && !request.trust)
    if (const auto own = check_mark(*schedule, request.schedule); !own) return complain(own.error());
  if (request.gdb) return debug(*setting, *schedule);
  const auto tally = replay(request, *setting, *schedule);
  if (!tally && watch_interrupts().load()) return kExitInterrupted;
  if (!tally) return complain(tally.error());
  report::Explanation explanation = explain(*tally->shown, schedule->execution);
  explanation.finding.schedule = request.schedule;
  const auto result = result_of(*setting, *tally, explanation, request.schedule);
  if (!setting->options.json.empty())
    if (const auto delivered = deliver(setting->options.json, report::render_json(result)); !delivered)
      complain(delivered.error());  // the verdict stands
  if (setting->options.json != "-" && !setting->options.quiet) {
    const report::Style style = output_style(setting->options);
    std::string text;
    if (tally->appeared > 0 && !tally->mismatch) text = report::render_finding(explanation, style) + "\n";
    print(text + verdict_sentence(*schedule, *tally) + report::render_uncontrolled(result), style.color);
  }
  return exit_code_of(*tally);
}

}  // namespace stalemate::tools
