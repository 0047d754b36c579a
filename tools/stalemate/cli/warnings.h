// The limits of a clean verdict: that there was no way to detect errors. Each is one sentence, true whenever
// it is printed, and not a finding.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "campaign/campaign.h"

namespace stalemate::tools {

// The warnings from the file itself; `clean`: nothing was found.
std::vector<std::string> warnings_of_program(const std::string& program, bool clean);

std::vector<std::string> warnings_of(const RunOptions& options, const std::vector<std::string>& program,
                                     const host::CampaignResult& campaign);

}  // namespace stalemate::tools
