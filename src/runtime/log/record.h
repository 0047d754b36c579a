// Writing records to the log of the execution.
#pragma once

#include <cstdint>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"

namespace stalemate::rt {

// Writes one record. The position in shared memory moves with it, so that a crash loses nothing.
inline void put(const wire::Record& record) {
  *g.write++ = record;
  g.write_position += sizeof(wire::Record);
  g.channel->log_write.store(g.write_position, std::memory_order_relaxed);
}

// Notes on the step just performed.
inline void note_value(std::uint32_t value) { g.last_step->value = value; }
inline void note_detail(std::uint64_t value, std::uint32_t bytes = 8) {
  if (g.detailed || g.records_values) [[unlikely]]
    put({wire::RecordKind::kValue, OpKind::kNone, static_cast<std::uint16_t>(g.current->id), bytes, value});
}

}  // namespace stalemate::rt
