// The tail policies (wire::Tail): which thread runs where the item does not prescribe one.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

// nullptr: no thread can run.
Fiber* follow_tail();
// The enabled fiber with the least creation path.
Fiber* least_enabled();
// From the item's seed.
std::uint32_t random_below(std::uint32_t n);

}  // namespace stalemate::rt
