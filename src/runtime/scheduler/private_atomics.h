// Atomic operations that are no steps, because no thread but one uses their memory (ADR 37). Whether an
// operation is one depends on its code and its address alone: it is a step if its code is promoted or one of
// its words is known to be shared (Config::shared), and one in a thousand in a row is a step, so that no loop
// is without one. Code that looks at one word again and again and finds the same value may wait for it: it is
// promoted.
//
// The search learns which words are shared from its first execution. If a later one shows that a second
// thread uses a word that had an operation without a step, the code of these operations is logged (kTouched),
// and the search starts again with it promoted. All uses count that can make steps dependent: atomic
// operations with and without a step, futexes, promoted plain accesses, and what an await reads. Other plain
// accesses are ordered with the operations by steps, or race with them, which promotes them.
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
// The running thread makes a step on this memory.
void note_step_on(std::uintptr_t address, std::size_t bytes);
// What the thread does next depends on this memory.
void note_use_by(std::uint32_t thread, std::uintptr_t address, std::size_t bytes);
// There is more than threads that may observe the operations: all of them have to be steps.
void give_up_private_atomics();

}  // namespace stalemate::rt
