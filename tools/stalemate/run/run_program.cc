#include "tools/stalemate/run/run_program.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "base/printable.h"
#include "campaign/campaign.h"
#include "campaign/checkpoint.h"
#include "campaign/reduction_choice.h"
#include "campaign/worker_config.h"
#include "report/json/json.h"
#include "report/text/text.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/exit_codes.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/cli/last_result.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/cli/user_key.h"
#include "tools/stalemate/cli/warnings.h"
#include "tools/stalemate/run/findings.h"
#include "tools/stalemate/run/start.h"
#include "worker/fork_server.h"

namespace stalemate::tools {

namespace {

int exit_code_of(const RunOptions& options, const host::CampaignResult& campaign, const RunReport& report,
                 const std::vector<Error>& errors) {
  if (campaign.limit == host::EndedBy::kInterrupted) return kExitInterrupted;
  if (campaign.error) return exit_code(campaign.error->code);
  if (!report.result.findings.empty()) return kExitBug;
  if (!errors.empty()) return exit_code(errors.front().code);
  if (options.require_complete && campaign.coverage == host::Coverage::kPartial) return kExitIncomplete;
  return 0;
}

// With --json - a program reads standard output, so the text report is not printed there.
void show(const RunOptions& options, const RunReport& report, std::vector<Error>& errors) {
  if (!options.json.empty())
    if (const auto delivered = deliver(options.json, report::render_json(report.result)); !delivered)
      errors.push_back(delivered.error());
  if (!options.coverage.empty())
    if (const auto delivered = deliver(options.coverage, report::render_coverage_json(report.result));
        !delivered)
      errors.push_back(delivered.error());
  if (options.json == "-" || options.coverage == "-") return;
  if (options.quiet) return;
  const report::Style style = output_style(options);
  if (!print(report::render_text(report.result, report.explanations, style), style.color))
    errors.push_back({Code::kIo, "standard output cannot be written", "name a file with --json"});
}

// A run that could not start writes a JSON, too: scripts need not guess.
int report_start_failure(const RunOptions& options, const std::vector<std::string>& program,
                         const Error& error) {
  report::RunResult result;
  result.program = program;
  result.strategy = name_of(options.strategy);
  result.verdict = "error";
  if (!options.json.empty())
    if (const auto delivered = deliver(options.json, report::render_json(result)); !delivered)
      complain(delivered.error());
  if (!options.coverage.empty())
    if (const auto delivered = deliver(options.coverage, report::render_coverage_json(result)); !delivered)
      complain(delivered.error());
  return complain(error);
}

Result<void> check_coverage(const RunOptions& options) {
  if (options.coverage.empty()) return {};
  if (!options.checkpoint.empty())
    return fail(Code::kUsage, "--coverage needs one whole search, and --checkpoint splits it",
                "remove --checkpoint or --coverage");
  if (options.coverage == "-" && options.json == "-")
    return fail(Code::kUsage, "--coverage and --json cannot both be standard output", "name a file for one");
  return check_writable(options.coverage);
}

constexpr char kNotReduced[] = "only reduced searches have checkpoints, and this one is not reduced";
constexpr char kYields[] = "there is no checkpoint: a search in which threads yield cannot be resumed";

// Empty: none is wanted, or the options describe a search that cannot have one.
Result<std::optional<host::Checkpoint>> open_checkpoint(const RunOptions& options,
                                                        const std::vector<std::string>& program,
                                                        const host::CampaignContext& context) {
  if (options.checkpoint.empty()) return std::nullopt;
  const auto possible = host::may_checkpoint(options);
  if (!possible) return tl::unexpected<Error>(possible.error());
  if (!*possible) {
    std::fprintf(stderr, "stalemate: %s\n", kNotReduced);
    return std::nullopt;
  }
  if (!host::can_fix_addresses())
    return fail(Code::kCannotStart, "a search cannot be resumed here: addresses differ from run to run",
                "allow the system call personality in the filter of the container, or remove --checkpoint");
  const std::string folder = std::filesystem::path(options.checkpoint).parent_path();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK) != 0)
    return fail(Code::kIo, "the checkpoint " + options.checkpoint + " cannot be written",
                "choose another path");
  const auto key = user_key(true);
  if (!key)
    return fail(Code::kIo,
                "a checkpoint is signed with a key of the user, and there is no directory to store one",
                "set HOME or XDG_STATE_HOME to a directory that you can write to");
  host::Rerunner worker(context.start, host::worker_config(options, wire::Isolation::kFork), nullptr);
  const auto modules = worker.modules();
  if (!modules) return tl::unexpected<Error>(modules.error());
  auto opened = host::Checkpoint::open(options.checkpoint,
                                       host::facts_of(options, STALEMATE_VERSION, program, *modules), *key);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return std::move(*opened);
}

void report_checkpoint(const RunOptions& options, const host::CampaignResult& campaign,
                       std::vector<Error>& errors) {
  using Kept = host::CampaignResult::Kept;
  if (campaign.checkpoint_error) errors.push_back(*campaign.checkpoint_error);
  if (campaign.kept == Kept::kNotReduced) std::fprintf(stderr, "stalemate: %s\n", kNotReduced);
  if (campaign.kept == Kept::kYields) std::fprintf(stderr, "stalemate: %s\n", kYields);
  if (campaign.kept == Kept::kAsBefore)
    std::fprintf(stderr,
                 "stalemate: the search was ended within one long execution: %s is as it was before\n",
                 printable(options.checkpoint).c_str());
  if (campaign.kept == Kept::kState && !options.quiet)
    std::fprintf(stderr, "stalemate: the search was saved to %s; run the same command again to resume it\n",
                 printable(options.checkpoint).c_str());
}

}  // namespace

int run_program(const RunOptions& options, const std::vector<std::string>& program) {
  if (const auto possible = host::check_reduction(options); !possible) return complain(possible.error());
  // Before anything is explored: a result that cannot be written would be lost.
  if (const auto writable = check_writable(options.json); !writable) return complain(writable.error());
  if (const auto possible = check_coverage(options); !possible) return complain(possible.error());
  const auto suppressions = suppressions_of(options);
  if (!suppressions) return complain(suppressions.error());
  for (const std::string& warning : suppressions->warnings())
    std::fprintf(stderr, "stalemate: %s: %s\n", printable(options.suppressions).c_str(),
                 printable(warning).c_str());
  const auto started = program_to_start(options, program);
  if (!started) return report_start_failure(options, program, started.error());
  ProgressLine progress(options);
  LastResult last(options, program);
  host::CampaignContext context;
  context.start = [&started](const wire::Config& config, host::RingSizes sizes) {
    return host::Worker::launch(*started, config, sizes);
  };
  context.interrupted = &watch_interrupts();
  context.on_progress = [&progress](const host::Progress& now) { progress.show(now); };
  context.on_candidates = [&last](const std::vector<host::Candidate>& found) { last.found(found); };
  auto checkpoint = open_checkpoint(options, program, context);
  if (!checkpoint && exit_code(checkpoint.error().code) == 2) return complain(checkpoint.error());
  if (!checkpoint) return report_start_failure(options, program, checkpoint.error());
  if (*checkpoint) context.checkpoint = &**checkpoint;
  const auto campaign = host::run_campaign(options, context);
  progress.clear();
  if (!campaign) return report_start_failure(options, program, campaign.error());
  std::vector<Error> errors;
  RunReport report = report_of(options, program, {}, *campaign, *suppressions, errors);
  // Code that was not compiled with us does not report its accesses.
  if (!started->preload.empty()) report.result.races_checked = false;
  report.result.warnings = warnings_of(options, program, *campaign);
  show(options, report, errors);
  last.written();
  // Printed even without a report.
  for (const std::string& warning : report.result.warnings)
    std::fprintf(stderr, "stalemate: warning: %s\n", printable(warning).c_str());
  report_checkpoint(options, *campaign, errors);
  for (const Error& error : errors) complain(error);
  return exit_code_of(options, *campaign, report, errors);
}

}  // namespace stalemate::tools
