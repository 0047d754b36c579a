// The program's heap during an execution: an address depends only on the thread and its own allocations
// (S11). A block freed by another thread is not reused in the execution; one freed by its own thread only
// after a number of others. Outside executions the program's heap is libc's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// As malloc and its variants: nullptr, with errno, if there is no memory. `pc` is the program's call.
void* allocate(std::size_t bytes, std::size_t alignment, std::uintptr_t pc);
void release(void* memory, std::uintptr_t pc);
void* reallocate(void* memory, std::size_t bytes, std::uintptr_t pc);
// From now on, the users of allocated blocks synchronize by unobserved means; or no longer.
void allocate_opaquely(bool opaque);
// As requested by the program.
std::size_t allocated_bytes(const void* memory);

// Before an execution: empties the arenas. Blocks that the last execution leaked stay where they are.
void renew_heap();
// Bytes that executions have leaked so far; a session with too many is replaced.
std::size_t heap_left_behind();

}  // namespace stalemate::rt
