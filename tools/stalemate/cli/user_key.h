// The key that identifies this user's files: $XDG_STATE_HOME/stalemate/key (~/.local/state), readable by its
// owner alone, made when it is first needed.
#pragma once

#include <optional>

#include "base/siphash.h"

namespace stalemate::tools {

// Empty: there is no place for one or, unless `make`, none was made yet.
std::optional<SipKey> user_key(bool make);

}  // namespace stalemate::tools
