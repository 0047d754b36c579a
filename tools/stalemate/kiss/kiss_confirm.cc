#include "tools/stalemate/kiss/kiss_confirm.h"

#include <filesystem>

#include "campaign/campaign.h"
#include "campaign/worker_config.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/kiss/kiss_follow.h"
#include "tools/stalemate/kiss/kiss_native.h"
#include "tools/stalemate/run/findings.h"
#include "tools/stalemate/run/start.h"

namespace stalemate::tools {
namespace {

namespace fs = std::filesystem;

// Why there is nothing to try; empty: there is.
std::string obstacle(const KissOptions& options, const kiss::Table& table, const kiss::Failure& failure) {
  if (!options.confirm) return "--confirm is off";
  if (!table.own_stubs.empty())
    return "the models of --stubs, such as " + table.own_stubs.front() +
           ", are not part of the program itself";
  if (!options.stubs.empty()) return "the models of --stubs are not part of the program itself";
  if (failure.events.empty()) return "the checker does not report the steps of the failure";
  return {};
}

RunOptions options_of(const KissOptions& options) {
  RunOptions run;
  run.plain_steps = true;
  run.out = options.out;
  return run;
}

// Inputs are part of the program: those of each finding need a separate one.
std::string program_path(const KissOptions& options, const kiss::Failure& failure,
                         const report::Finding& finding) {
  const std::string name = fs::path(options.sources.front()).stem().string();
  const std::string file = failure.inputs.empty() ? name : name + "-" + finding.fingerprint;
  return (fs::path(options.out) / file / file).string();
}

Result<Followed> repeat(const RunOptions& options, const std::string& program, const Wish& wish) {
  const auto started = program_to_start(options, {program});
  if (!started) return tl::unexpected<Error>(started.error());
  host::Rerunner rerunner(
      [&started](const wire::Config& config, host::RingSizes sizes) {
        return host::Worker::launch(*started, config, sizes);
      },
      host::worker_config(options, wire::Isolation::kFork), &watch_interrupts());
  return follow(rerunner, wish);
}

}  // namespace

Result<void> Confirmer::build(const std::string& program, const report::KissFinding& finding) {
  if (!built_.insert(program).second) return {};
  return build_program(options_, finding.inputs, folder_, program);
}

void Confirmer::confirm(const kiss::Failure& failure, report::KissFinding& finding) {
  finding.confirmation = obstacle(options_, table_, failure);
  if (!finding.confirmation.empty()) return;
  report::Finding& reported = finding.explanation.finding;
  const kiss::ConcurrentTrace trace = kiss::read_trace(failure, table_);
  const std::string program = program_path(options_, failure, reported);
  if (const auto built = build(program, finding); !built) {
    finding.confirmation = built.error().sentence;
    return;
  }
  const RunOptions run = options_of(options_);
  auto followed = repeat(run, program, {&trace, &table_, &reported});
  if (!followed) {
    finding.confirmation = followed.error().sentence;
    return;
  }
  finding.confirmed = followed->seen.has_value();
  finding.confirmation = followed->why_not;
  if (!followed->seen) return;
  if (const auto kept = keep_schedule(*followed->seen, run, {program}, {}); !kept)
    finding.confirmation = kept.error().sentence;
  reported.schedule = followed->seen->finding.schedule;
}

}  // namespace stalemate::tools
