// Inline assembly in instrumented code, found by instructions that compilers do not make there: atomic
// operations are calls of the runtime, and so are system calls.
#pragma once

#include <cstdint>

#include "runtime/uninstrumented/analysis/instruction.h"
#include "runtime/uninstrumented/analysis/program_image.h"

namespace stalemate::rt {

// Whether it synchronizes or calls the kernel. A locked instruction on the stack is a fence.
bool is_only_assembly(const Instruction& instruction);
// Whether it reads what differs in each execution: the processor's counter of time, or its random numbers.
// Compilers make it for intrinsics.
bool reads_what_varies(const Instruction& instruction);
// The first instruction that only assembly has of the code at or after `at`, which moves there; length 0:
// there is none.
Instruction next_assembly(MemoryRange code, std::uint64_t& at);
bool has_assembly(MemoryRange code);
// Whether the code has instructions that order threads. Plain loads and stores can do so as well, and look
// like any other.
bool has_ordering_instructions(MemoryRange code);

}  // namespace stalemate::rt
