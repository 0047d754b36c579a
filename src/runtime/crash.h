// Signals that end an execution: what the processor or the watchdog sends.
#pragma once

#include <csignal>

namespace stalemate::rt {

// The server asks a session that makes no step where it is.
inline const int kAskWhere = SIGRTMAX - 1;

// In a session: report SIGSEGV, SIGBUS, SIGFPE, SIGILL, unless the program handles them itself, and the
// watchdog's question as the execution's end.
void catch_crashes();
// The same for one of them, whose handler the program has taken away.
void catch_crash(int signal);

}  // namespace stalemate::rt
