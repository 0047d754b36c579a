// Ctrl-C: the first asks the search to stop and tell what it has; the second ends the command at once.
#pragma once

#include <atomic>

namespace stalemate::tools {

// Set once the user has interrupted.
const std::atomic<bool>& watch_interrupts();

}  // namespace stalemate::tools
