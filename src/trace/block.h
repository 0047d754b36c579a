// Blocks of the heap in one execution, from the log of a detailed one (wire::kBlock): which one an address
// belongs to at a moment, and what led to a fault. Pure.
#pragma once

#include <limits>
#include <optional>

#include "trace/execution.h"

namespace stalemate::trace {

inline constexpr std::size_t kAtTheEnd = std::numeric_limits<std::size_t>::max();

// The block that contains an address, else the nearest one beside it, of those that had begun by then (an
// Access::order); the latest if memory was reused. Null: the log has none.
const Block* find_block(const Execution& execution, std::uint64_t address, std::size_t by = kAtTheEnd);

// The block of a leak.
const Block* block_of(const Execution& execution, const Leak& leak);

// The block that a fault is about, and whether it frees it, instead of accessing it.
const Block* block_of_fault(const Execution& execution);
bool frees(const Execution& execution, const Block& block);

// The last access of the block by the thread that a free is unordered with.
std::optional<Access> access_before_free(const Execution& execution, const Fault& fault);

}  // namespace stalemate::trace
