// The searches of `stalemate kiss`: for growing ts, until something fails, the bound is done or resources are
// spent; of several variables, one search for each. Deterministic with any number of jobs, unless a clock
// ends a search.
#pragma once

#include <optional>
#include <vector>

#include "kiss/check/check.h"
#include "tools/stalemate/cli/locate.h"
#include "tools/stalemate/kiss/kiss_options.h"
#include "tools/stalemate/kiss/kiss_translation.h"

namespace stalemate::tools {

// Of one variable, or of assertions and deadlocks.
struct Searched {
  std::uint32_t race = 0;                  // the number of the variable; 0: none
  std::optional<std::uint32_t> completed;  // the largest ts that was searched to its end
  kiss::CheckResult sum;                   // counts of all of them, the ending of the last
  std::uint32_t ts = 0;                    // of the last
};

// In the order of `races`.
Result<std::vector<Searched>> search(const KissOptions& options, const KissParts& parts,
                                     const Translation& translation, const std::string& folder,
                                     const std::vector<std::uint32_t>& races,
                                     const std::atomic<bool>& interrupted);

std::uint32_t jobs_of(const KissOptions& options);

}  // namespace stalemate::tools
