// A fingerprint of all that the program can read: its writable memory and the stacks of its threads, without
// what belongs to the runtime or changes with the processor. Two equal ones at the same point of a cycle mean
// that the next round will be like the last one.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// `running_from`: where the running thread's stack begins, as far as it belongs to the program. 0: there is
// too much memory.
std::uint64_t memory_fingerprint(const void* running_from);

}  // namespace stalemate::rt
