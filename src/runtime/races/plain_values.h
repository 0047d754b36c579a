// Values of plain accesses, for executions that become traces (wire::Config::trace_frames). What a load sees
// is there when it is announced; what a store leaves is there only after it, so it is told before the
// thread's next step, while no other thread has run. Of more than eight bytes a hash is logged, then the
// words themselves as records with the operation kPlainLoad, unless they are too many.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

void begin_plain_values();
void log_plain_value(std::uintptr_t address, std::size_t bytes, bool write);
// The value of the store under way, if there is one, and what the thread has written besides
// (unseen_writes.h).
void log_stored();

}  // namespace stalemate::rt
