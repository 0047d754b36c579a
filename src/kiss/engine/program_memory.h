// The memory of the loaded program: its writable segments, its stack and its heap. restore() makes it what it
// was before the first path; add_state() adds all of it to a hash.
//
// Globals are write-protected until the first write to a page: only pages that some path has written are ever
// copied or hashed. The stack below the stack pointer is dead in a call (the caller of kiss_choose is not a
// leaf, so it has no red zone there): scrubbing it makes equal states equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash128.h"

namespace stalemate::kiss::engine {

// Of the object that contains `symbol`. Returns a sentence if that fails, else null.
const char* take_program_memory(const void* symbol, std::size_t heap_bytes);

void* stack_top();
std::uintptr_t stack_bottom();
void restore_program_memory(std::uintptr_t lowest_stack_pointer);
void scrub_stack_below(std::uintptr_t stack_pointer);
void add_program_memory(Mixer128& mixer, std::uintptr_t stack_pointer);

// True: the fault was the first write to a page, which is writable now.
bool opens_page(std::uintptr_t address);
bool is_stack_overflow(std::uintptr_t address);

}  // namespace stalemate::kiss::engine
