// Values of plain accesses, for executions that become traces (wire::Config::trace_frames). The value of a
// load exists when it is announced; that of a store only after it, so it is logged before the thread's next
// step, while no other thread has run. Of more than eight bytes a hash is logged, then the words themselves
// as records with the operation kPlainLoad, unless they are too many.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

void begin_plain_values();
void log_plain_value(std::uintptr_t address, std::size_t bytes, bool write);
// The value of the current store, if there is one, and the thread's other writes (unseen_writes.h).
void log_stored();

}  // namespace stalemate::rt
