// What a function of ours accesses for the program that calls it, checked like the program's own accesses:
// for functions that stand in front of those of the C library and have results or parameters in memory. `pc`
// is where the call returns to. Nothing is checked for null pointers, outside an execution, or for calls by
// code that is not instrumented. Defined in libc/arguments.cc, which the rooms that use it are below or
// beside.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

void reads_argument(const void* memory, std::size_t bytes, std::uintptr_t pc);
void reads_text(const char* text, std::uintptr_t pc);
// Also where `argv` or an environment is given: the pointers and the texts.
void reads_texts(char* const* texts, std::uintptr_t pc);
// Just before it is written: others may run meanwhile, if the memory is promoted.
void writes_argument(void* memory, std::size_t bytes, std::uintptr_t pc);
// For what a call writes after a wait: before the wait, and when it is written.
void will_write_argument(void* memory, std::size_t most, std::uintptr_t pc);
void has_written_argument(void* memory, std::size_t bytes, std::uintptr_t pc);

}  // namespace stalemate::rt
