// A search that explores each state of the program once (--cache): when it is impossible, and what is
// reported about it.
#pragma once

#include <optional>
#include <string>

#include "base/options.h"
#include "base/result.h"
#include "explore/search.h"

namespace stalemate::host {

// A usage error if other options rule it out.
Result<void> check_cache(const RunOptions& options);

// What the report adds to the numbers, as a sentence without a full stop.
std::optional<std::string> note_on(const explore::CachedStates& cached);

}  // namespace stalemate::host
