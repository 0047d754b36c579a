// The program's heap during an execution: an address depends only on the thread and its own allocations
// (S11). A block freed by another thread is not used again in the execution; one freed by its own thread only
// after a number of others. Outside executions the program's heap is libc's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// As malloc and its kin: nullptr, with errno, where there is no memory. `pc` is the program's call.
void* allocate(std::size_t bytes, std::size_t alignment, std::uintptr_t pc);
void release(void* memory, std::uintptr_t pc);
void* reallocate(void* memory, std::size_t bytes, std::uintptr_t pc);
// From now on, blocks are allocated whose users synchronize where nobody sees it; or no more.
void allocate_opaquely(bool opaque);
// That the program asked for.
std::size_t allocated_bytes(const void* memory);

// Before an execution: empties the arenas. Blocks that the last one left behind stay where they are.
void renew_heap();
// Bytes that executions have left behind so far; a session that collects too many is replaced.
std::size_t heap_left_behind();

}  // namespace stalemate::rt
