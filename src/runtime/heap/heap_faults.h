// Errors of the heap, detected where they happen: their messages, and how the execution ends (S13).
#pragma once

#include <cstdint>

#include "runtime/shadow/shadow.h"

namespace stalemate::rt {

struct Block;

// An access of freed memory or beside a block, or a free that an access is unordered with. Returns if the C++
// library decided about the free, by counters that are not observed.
void end_at_heap_fault(const Conflict& conflict);
[[noreturn]] void end_at_double_free(const Block* block, std::uintptr_t pc);
// `memory` is not from malloc.
[[noreturn]] void end_at_foreign_free(const void* memory, std::uintptr_t pc);

// A primitive of the program is used, and its step happens: a finding if its memory has been freed.
void check_memory(const volatile void* object, const char* what, std::uintptr_t pc);
// The same use as an access of its memory, like an atomic one. Between its acquire and its release.
void access_memory(const volatile void* object, bool write, std::uintptr_t pc);

}  // namespace stalemate::rt
