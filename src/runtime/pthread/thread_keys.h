// pthread keys: values stay in libc's place, in the TCB; the runtime runs the destructors, because a fiber
// does not end in libc.
#pragma once

namespace stalemate::rt {

// Runs the destructors of the current fiber's values, as often as POSIX requires.
void run_key_destructors();

}  // namespace stalemate::rt
