// Ctrl-C, and other signals that end a process: if a search watches them, the first asks it to stop and
// report its results, and the second ends the command at once. Otherwise they end the command. Unfinished
// files are removed in each case.
#pragma once

#include <atomic>

namespace stalemate::tools {

// Set once the user has interrupted.
const std::atomic<bool>& watch_interrupts();

// Until they are watched again, they end the command: at its start, and during work that cannot be stopped.
void end_at_interrupts();

}  // namespace stalemate::tools
