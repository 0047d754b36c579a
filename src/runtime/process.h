// Process exit as a step (S1).
#pragma once

namespace stalemate::rt {

// Before the program's constructors: makes the exit step the last thing that exit() does for the program.
void watch_exit();
// Every thread has ended, main by pthread_exit: the process ends with code 0. The server publishes the log.
[[noreturn]] void leave_program();

}  // namespace stalemate::rt
