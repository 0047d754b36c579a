// The key by which this user's files are told from those of others: $XDG_STATE_HOME/stalemate/key
// (~/.local/state), readable by its owner alone, made when it is first needed.
#pragma once

#include <optional>

#include "base/siphash.h"

namespace stalemate::tools {

// None: there is no place for one or, unless `make`, none was made yet.
std::optional<SipKey> user_key(bool make);

}  // namespace stalemate::tools
