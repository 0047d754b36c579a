// Atomic operations that are no steps, because no thread but one uses their memory (ADR 37). Whether an
// operation is one depends on its code and its address alone: it is a step if its code is promoted or one of
// its words is known to be shared (Config::shared).
//
// The search learns which words are shared from its first execution. If a later one shows that a word which
// had an operation without a step is used by a second thread, or by a step, the code of these operations is
// logged (kTouched), and the search starts again with it promoted. A step may be an atomic operation, a futex
// or a promoted plain access; what an await reads counts as well. So all operations on the word of a step are
// steps, and the search knows its values. Other plain accesses are ordered with the operations by steps, or
// race with them, which promotes them.
//
// Code that looks at one word again and again and finds the same value may wait for it: it is promoted, too.
// If a thread makes very many operations without a step, all become steps, in this execution from here on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// In this execution.
extern bool private_atomics_are_on;

void prepare_private_atomics();
void begin_private_atomics();

// The running thread has entered an atomic operation. True: it is no step.
bool is_private_atomic(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
// Such an operation has found this value, and has not changed it.
void note_private_look(std::uintptr_t pc, std::uintptr_t address, std::uint64_t value);
// A step on this memory, or an await that reads it.
void note_step_on(std::uintptr_t address, std::size_t bytes);
// There is more than threads that may observe the operations: all of them have to be steps.
void give_up_private_atomics();

}  // namespace stalemate::rt
