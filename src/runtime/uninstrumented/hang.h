// Where a thread runs that takes no more steps. Uninstrumented code may wait there for a thread that is not
// scheduled, which is not a hang of the program: once the watchdog has asked, the thread is single-stepped
// for a while, to see whether such code is part of its loop.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// An execution begins.
void begin_hang_watch();
// From the handler of the watchdog's probe, with its context: the thread continues step by step. Does nothing
// in a program without such code.
void trace_hanging_thread(void* context);
// The address to report for a thread that hangs at `pc`: of uninstrumented code, if it ran or waits there. Of
// a function, its address in the ledger.
std::uintptr_t hanging_place(std::uintptr_t pc);

}  // namespace stalemate::rt
