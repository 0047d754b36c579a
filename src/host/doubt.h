// Findings in doubt: a library that was built without us may order what looks unordered to us, or wait for a
// thread that we do not let run. Such a finding is told as a note, unless an execution shows that there was
// no such order. Of programs without such libraries nothing is ever in doubt. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/campaign.h"
#include "host/ledger.h"

namespace stalemate::host {

// The file names of the libraries that the ledger lists, in its order.
std::vector<std::string> foreign_libraries(const Ledger& ledger);

// The library that the finding hinges on; nothing: it is beyond doubt. `met`: of a race, both threads stood
// before their accesses at once in some execution.
std::optional<std::string> doubted_for(const Finding& finding, const std::vector<std::string>& libraries,
                                       bool met);

}  // namespace stalemate::host
