// Signals that end an execution: what the processor or the watchdog sends.
#pragma once

#include <csignal>

namespace stalemate::rt {

// The server asks a session that makes no step where it is.
inline const int kAskWhere = SIGRTMAX - 1;

// In a session: report SIGSEGV, SIGBUS, SIGFPE, SIGILL and the watchdog's question as the execution's end.
void catch_crashes();

}  // namespace stalemate::rt
