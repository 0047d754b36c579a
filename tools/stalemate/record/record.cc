#include "tools/stalemate/record/record.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "campaign/campaign.h"
#include "campaign/rerun/rerun.h"
#include "explore/strategy/strategies.h"
#include "model/outcome.h"
#include "record/trace_builder.h"
#include "symbolize/symbolizer.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/exit_codes.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/record/record_options.h"
#include "tools/stalemate/record/record_schedule.h"
#include "tools/stalemate/run/findings.h"
#include "tools/stalemate/run/start.h"
#include "trace/event_file.h"
#include "trace/replay.h"

namespace stalemate::tools {
namespace {

// The first execution of the strategy, whole.
explore::WorkItem first_item(const RunOptions& options) {
  explore::Parameters parameters;
  parameters.seed = options.seed;
  parameters.pct_depth = options.pct_depth.value_or(explore::kDefaultPctDepth);
  const auto strategy = explore::make_strategy(name_of(options.strategy), parameters);
  const explore::Round round = strategy->round();
  explore::WorkItem item;
  item.tail = round.tail;
  item.seed = explore::mix(round.seed, round.first_sample);
  item.length = round.length;
  item.changes = round.changes;
  return item;
}

std::string finding_of(const host::Recording& recording, bool exit_code_counts) {
  if (host::is_failure(recording.header, exit_code_counts)) {
    const std::string kind = finding_kind(recording.header.outcome);
    return recording.text.empty() ? kind : kind + ": " + recording.text;
  }
  for (const wire::Record& record : recording.records)
    if (record.kind == wire::RecordKind::kRace && (record.value & wire::kRaceQuiet) == 0) return "data-race";
  return {};
}

std::string summary_of(const trace::EventTrace& trace, const std::string& file) {
  const auto counted = [](std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  std::string text = "Recorded " + counted(trace.events.size(), "event") + " of " +
                     counted(trace.threads.size(), "thread") + " on " +
                     counted(trace.variables.size(), "variable") + " and " +
                     counted(trace.locks.size(), "lock") + ": " + file + "\n";
  for (const std::string& note : trace.notes) text += "Note: " + note + ".\n";
  if (!trace.finding.empty()) text += "The execution had a finding: " + trace.finding + "\n";
  return text;
}

int record(const RecordRequest& asked) {
  RecordRequest request = asked;
  request.options.plain_steps = true;
  Result<Recorded> recorded =
      request.schedule.empty() ? record_item(request, first_item(request.options)) : record_schedule(request);
  if (!recorded && watch_interrupts().load()) return kExitInterrupted;
  if (!recorded) return complain(recorded.error());
  const host::Recording& recording = recorded->recording;
  const symbolize::Symbolizer symbolizer(recording.modules, working_directory());
  auto trace = trace_of(recording, symbolizer);
  if (!trace) return complain(trace.error());
  trace->program = recorded->program;
  trace->finding = finding_of(recording, request.options.exit_code == ExitCodeMode::kFinding);
  trace->schedule = schedule_text(recording, request.options, recorded->program, trace->finding);
  if (const auto written = trace::write_event_file(request.file, *trace); !written)
    return complain(written.error());
  if (!request.options.quiet) print(summary_of(*trace, request.file));
  return trace->finding.empty() ? 0 : 1;
}

}  // namespace

int record_command(const std::vector<std::string>& args) {
  const char* environment = std::getenv("STALEMATE_OPTIONS");
  const auto request = read_record_arguments(args, environment ? environment : "");
  if (!request) return complain(request.error());
  if (request->help) {
    std::fputs(record_help().c_str(), stdout);
    return 0;
  }
  return record(*request);
}

}  // namespace stalemate::tools
