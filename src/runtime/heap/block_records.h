// Records of heap blocks (wire::kBlock) in detailed executions: allocations and frees at or beside the
// watched bytes, with the whole call stack. If leaks are detected, of all blocks, as far as the log has room.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

// An execution begins.
void begin_block_records(const wire::ItemHeader& item);

// Called for every block while g.detailed: it begins, or ends.
void note_block(std::uint64_t block, std::size_t bytes, bool ends, std::uintptr_t pc);

}  // namespace stalemate::rt
