// A search that explores each state of the program once (--cache): when it cannot be had, and what is to be
// said about what it did.
#pragma once

#include <optional>
#include <string>

#include "base/options.h"
#include "base/result.h"
#include "explore/search.h"

namespace stalemate::host {

// A usage error where other options rule it out.
Result<void> check_cache(const RunOptions& options);

// What a reader has to know besides the numbers, as a sentence without a full stop.
std::optional<std::string> note_on(const explore::CachedStates& cached);

}  // namespace stalemate::host
