// Signals that are the runtime's own (those that end an execution, the watchdog's question, breakpoints), and
// what other rooms ask of signals.cc.
#pragma once

#include <csignal>
#include <cstdint>

namespace stalemate::rt {

// The server asks a session that makes no step where it is.
inline const int kHangProbe = SIGRTMAX - 1;

// In a session: report SIGSEGV, SIGBUS, SIGFPE, SIGILL, unless the program handles them itself, and the
// watchdog's question as the execution's end (crash.cc).
void catch_crashes();
// The same for one of them, whose handler the program has taken away.
void catch_crash(int signal);

// SIGTRAP is ours (code_watch.cc): a handler of the program gets what is not.
bool watches_code();

// ---- signals.cc
// Bit n - 1 stands for signal n, as the kernel has it.
using SignalSet = std::uint64_t;
constexpr int kSignalsEnd = 65;
constexpr SignalSet bit_of(int signal) { return SignalSet{1} << (signal - 1); }

// Whether the program handles it.
bool has_handler(int signal);
// From now on every switch exchanges masks, and every step looks for signals.
void use_signals();
// A descriptor from signalfd takes these signals, where every thread blocks them.
void use_signal_descriptor(SignalSet set);
// A signal for a handler of the program that the kernel gives to one of ours.
void forward_signal(int signal, siginfo_t* cause, void* context);

}  // namespace stalemate::rt
