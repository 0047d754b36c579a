// Calls without a model that may wait: locks of files, queues of messages, semaphores of System V. The other
// side may be a thread, which does not run while the process sleeps in the kernel. So such a call, if it
// would wait, is deferred until no thread of the program can run, and is noted as a wait for the outside.
#pragma once

#include <cstdint>

#include "runtime/libc/checked_memory.h"

namespace stalemate::rt {

// Before the call. `letter` says which (known_calls.h), `first` is its descriptor or queue, `words` are its
// arguments. They order what threads did before and after: what is released at one is acquired at the other.
void before_blocking_call(char letter, long first, const std::uint64_t* words, const CheckedCall& call,
                          bool checked);

}  // namespace stalemate::rt
