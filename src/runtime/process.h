// Process exit as a step (S1).
#pragma once

namespace stalemate::rt {

// Before the program's constructors: makes the exit step the last thing that exit() does for the program.
void watch_exit();

}  // namespace stalemate::rt
