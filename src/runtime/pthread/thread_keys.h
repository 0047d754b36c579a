// pthread keys: values stay where libc keeps them, in the TCB; destructors are ours to run, because a fiber
// does not end in libc.
#pragma once

namespace stalemate::rt {

// Runs the destructors of the current fiber's values, as often as POSIX asks.
void run_key_destructors();

}  // namespace stalemate::rt
