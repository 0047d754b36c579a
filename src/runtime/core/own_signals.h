// Signals that the runtime uses (those that end an execution, the watchdog's probe, breakpoints), and what
// other directories need from signals.cc.
#pragma once

#include <csignal>
#include <cstdint>

namespace stalemate::rt {

// The server asks a session that takes no steps where it is.
inline const int kHangProbe = SIGRTMAX - 1;

// In a session: reports SIGSEGV, SIGBUS, SIGFPE, SIGILL, unless the program handles them, and the watchdog's
// probe as the execution's end (crash.cc).
void catch_crashes();
// The same for one of them, after the program has removed its handler.
void catch_crash(int signal);

// The runtime uses SIGTRAP (code_watch.cc): a handler of the program gets all other SIGTRAPs.
bool watches_code();

// ---- signals.cc
// Bit n - 1 stands for signal n, as in the kernel.
using SignalSet = std::uint64_t;
constexpr int kSignalsEnd = 65;
constexpr SignalSet bit_of(int signal) { return SignalSet{1} << (signal - 1); }

// Whether the program handles it.
bool has_handler(int signal);
// From now on every switch exchanges masks, and every step checks for signals.
void use_signals();
// A descriptor from signalfd takes these signals if every thread blocks them.
void use_signal_descriptor(SignalSet set);
// A signal for a handler of the program that the kernel delivered to a handler of the runtime.
void forward_signal(int signal, siginfo_t* cause, void* context);

}  // namespace stalemate::rt
