// Whether unobserved code (unseen_code.h) runs while there is more than one thread. Its functions have
// breakpoints from the moment when a second thread exists; when one is first hit, the function is entered in
// the channel, and the breakpoint is removed. A function that was entered before, and has not returned yet,
// has one at its return address. Code that runs while its thread is alone is ordered with all that other
// threads did and will do, and is not noted.
//
// Costs nothing for a program without such code, and otherwise a trap for each function that runs.
#pragma once

#include <csignal>
#include <cstdint>

namespace stalemate::rt {

// Once per server, before the first fork: searches for unobserved code.
void prepare_code_watch();
// Code of an instrumented library has been loaded, and is about to begin.
void watch_loaded_code();
// In a session, once the program's handlers are known.
void catch_breakpoints();
// A new execution begins.
void renew_code_watch();
// The running thread creates another, by a call that returns to `pc`.
void watch_code_beside_threads(std::uintptr_t pc);
// Whether the code that returns to `pc` is unseen.
bool is_unseen_code(std::uintptr_t pc);
// The address in the channel of the unobserved code that contains the instruction at `pc`; 0: there is none.
std::uintptr_t unseen_code_at(std::uintptr_t pc);
// Enters uninstrumented code that runs beside threads in the channel: an address with bits (wire.h).
void note_unseen(std::uint64_t entry);
// Whether a thread other than the running one exists, or has ended without a join: the running thread's
// actions are not ordered with it.
bool beside_threads();

}  // namespace stalemate::rt
