// Process exit as a step (S1).
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Before the program's constructors: makes the exit step the last thing that exit() and quick_exit() do for
// the program.
void watch_exit();
// The last thread ends, after main ended by pthread_exit: exit(0), on that thread and under control.
[[noreturn]] void leave_program();
// The step at which another program replaces this one. Its end is the end of the execution.
void pass_exec(std::uintptr_t pc);

}  // namespace stalemate::rt
