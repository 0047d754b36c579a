// Where a thread runs that makes no step any more. Code that is not instrumented may wait in there for a
// thread that is not let run, which is no hang of the program: once the watchdog has asked, the thread is led
// for a while instruction by instruction, to see whether such code is part of its loop.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// An execution begins.
void begin_hang_watch();
// From the handler of the watchdog's question, with its context: the thread continues step by step. Does
// nothing in a program without such code.
void trace_hanging_thread(void* context);
// The address to report for a thread that hangs at `pc`: of code that is not instrumented, where it ran or
// waits there. Of a function, the address by which the ledger knows it.
std::uintptr_t hanging_place(std::uintptr_t pc);

}  // namespace stalemate::rt
