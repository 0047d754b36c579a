// Ctrl-C: the first asks the search to stop and tell what it has; the second ends the command at once.
#pragma once

#include <atomic>

namespace stalemate::tools {

// Set once the user has interrupted.
const std::atomic<bool>& watch_interrupts();

// Until somebody watches again, Ctrl-C ends the command: for work that cannot stop by itself.
void end_at_interrupts();

}  // namespace stalemate::tools
