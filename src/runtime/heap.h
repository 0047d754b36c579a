// The program's heap during an execution: one arena per thread, at an address that follows from the
// thread's slot, so that an address depends only on the thread and its own allocations (S11). A block freed
// by another thread is not used again in the execution; one freed by its own thread only after a number of
// others. Outside executions the program's heap is libc's.
#pragma once

#include <cstddef>

namespace stalemate::rt {

// Before an execution: empties the arenas. Blocks that the last one left behind stay where they are.
void renew_heap();
// Bytes that executions have left behind so far; a session that collects too many is replaced.
std::size_t heap_left_behind();

}  // namespace stalemate::rt
