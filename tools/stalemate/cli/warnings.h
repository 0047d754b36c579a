// What a clean verdict does not say of itself: that there was nothing to find it out by. Each is one
// sentence, true whenever it is said, and no finding.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "campaign/campaign.h"

namespace stalemate::tools {

// What the file itself tells; `clean`: nothing was found.
std::vector<std::string> warnings_of_program(const std::string& program, bool clean);

std::vector<std::string> warnings_of(const RunOptions& options, const std::vector<std::string>& program,
                                     const host::CampaignResult& campaign);

}  // namespace stalemate::tools
