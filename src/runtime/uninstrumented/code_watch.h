// Whether code that nobody sees (unseen_code.h) runs while there is more than one thread. Breakpoints stand
// at its functions from the moment when a second thread exists; the first time that one is hit, the function
// goes to the channel, and the breakpoint goes. A function that is entered before, and still has to be
// returned to, has one where it is returned to. Code that runs while its thread is alone is ordered with all
// that other threads did and will do, and is not noted.
//
// Costs nothing for a program without such code, and otherwise a trap for each function that runs.
#pragma once

#include <csignal>
#include <cstdint>

namespace stalemate::rt {

// Once per server, before the first fork: looks for unseen code.
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
// The address by which the channel knows the unseen code that the instruction at `pc` is of; 0: it is of
// none.
std::uintptr_t unseen_code_at(std::uintptr_t pc);
// Whether a thread other than the running one exists, or has ended without having been joined: what the
// running one does is not ordered with what that did.
bool beside_threads();

}  // namespace stalemate::rt
