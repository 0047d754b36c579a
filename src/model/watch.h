// What a work item may watch besides a few bytes.
#pragma once

#include <cstdint>

namespace stalemate::wire {

// ItemHeader::watch_bytes: plain accesses of all memory are recorded.
inline constexpr std::uint32_t kWatchAll = ~0u;

}  // namespace stalemate::wire
