// How a thread ends before its function returns.
#pragma once

namespace stalemate::rt {

// Unwinds the current fiber's stack, so that destructors and cleanup handlers run, and ends it with this
// result.
[[noreturn]] void leave_thread(void* result);

}  // namespace stalemate::rt
