// From the findings of a campaign to what is printed and written: each finding explained, its schedule
// written under the output directory, and the model of the whole run for the reporters.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "campaign/campaign.h"
#include "report/describe.h"
#include "report/finding.h"
#include "report/suppressions.h"

namespace stalemate::tools {

// What `run` reports.
struct RunReport {
  report::RunResult result;
  std::vector<report::Explanation> explanations;
};

// Where schedules of a program go: OUT/name-of-program.
std::string schedule_directory(const RunOptions& options, const std::vector<std::string>& program);

// `test` names the explore() call that it was found in; empty for a whole program. Writing a schedule may
// fail; the findings are still reported, and the error is returned with them.
RunReport report_of(const RunOptions& options, const std::vector<std::string>& program,
                    const std::string& test, const host::CampaignResult& campaign,
                    const report::Suppressions& suppressions, std::vector<Error>& errors);

// The file of --suppressions; without one, nothing is suppressed.
Result<report::Suppressions> suppressions_of(const RunOptions& options);

// What was not controlled, each place once: by kind, then place.
std::vector<report::Uncontrolled> uncontrolled_of(const host::Ledger& ledger);

// Explains one recording.
report::Explanation explain(const host::Recording& recording, std::uint64_t execution);

// Program, strategy, seed, and the options without which the schedule could not be followed to its end.
void complete_schedule(trace::Schedule& schedule, const RunOptions& options,
                       const std::vector<std::string>& program, const std::string& test);

// The option of a schedule that gives the exit code of its execution.
inline constexpr char kEndedWith[] = "ended-with";

// Completes the schedule of an explanation, writes it and stores its path in the finding: the fingerprint and
// `suffix`.
Result<void> keep_schedule(report::Explanation& explanation, const RunOptions& options,
                           const std::vector<std::string>& program, const std::string& test,
                           const std::string& suffix = {});

}  // namespace stalemate::tools
