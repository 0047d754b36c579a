#include "tools/stalemate/cli/warnings.h"

#include "symbolize/debug_information.h"
#include "worker/executable.h"

namespace stalemate::tools {
namespace {

// The program's exit code reports an error, and no finding does.
void warn_of_exit_code(const RunOptions& options, const host::CampaignResult& campaign,
                       std::vector<std::string>& warnings) {
  if (options.exit_code != ExitCodeMode::kDiffers || campaign.exit_codes.size() != 1) return;
  const int code = campaign.exit_codes.begin()->first;
  if (code == 0) return;
  warnings.push_back(
      "every execution that ended normally did so with exit code " + std::to_string(code) +
      "; that is no finding, since no interleaving ends otherwise (--exit-code=finding makes it "
      "one)");
}

}  // namespace

std::vector<std::string> warnings_of_program(const std::string& program, bool clean) {
  std::vector<std::string> warnings;
  const auto executable = host::inspect_executable(program);
  if (!executable) return warnings;
  if (clean && executable->asserts_off)
    warnings.push_back(
        "files of '" + program +
        "' were compiled with NDEBUG, which removes assert(): what their assertions check was not "
        "checked");
  // A user who explores a program as it is has not compiled it.
  const bool ours = executable->linkage == host::Linkage::kWithRuntime;
  if (ours && !symbolize::has_debug_information(executable->path))
    warnings.push_back("'" + program +
                       "' has no debug information: reports cannot name files and lines (compile with -g)");
  return warnings;
}

std::vector<std::string> warnings_of(const RunOptions& options, const std::vector<std::string>& program,
                                     const host::CampaignResult& campaign) {
  std::vector<std::string> warnings;
  const bool clean = campaign.findings.empty() && !campaign.error && campaign.summary.executions > 0;
  if (clean && campaign.summary.threads_max <= 1)
    warnings.push_back("no execution created a thread: there was nothing to interleave");
  warn_of_exit_code(options, campaign, warnings);
  for (std::string& warning : warnings_of_program(program.front(), clean))
    warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace stalemate::tools
