// Writes that no hook reports, in executions that become traces: by libraries that were not compiled with us,
// by the kernel. The thread is certain, since only one runs at a time: the words accessed last are compared
// with memory whenever the running thread is about to make a step. A change is logged as a write of that
// thread, between its last step and this one: a kAccess with the operation kPlainStore, and its value.
//
// Not found: changes of words accessed too long ago, and of mappings that the program could have removed. A
// later read then shows a value that no write of the trace has left.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// An execution begins.
void begin_unseen_writes();
// The running thread reads these bytes, or has just written them.
void watch_bytes(std::uintptr_t address, std::size_t bytes);
// The running thread is about to make a step, or to end; `stored`: bytes that it has written since its last
// step.
void log_unseen_writes(std::uintptr_t stored, std::size_t bytes);

}  // namespace stalemate::rt
