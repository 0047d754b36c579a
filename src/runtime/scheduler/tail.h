// The tail policies (wire::Tail): who goes on where the item does not say.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

// nullptr: nobody can.
Fiber* follow_tail();
// The least creation path among the enabled.
Fiber* least_enabled();
// From the item's seed.
std::uint32_t random_below(std::uint32_t n);

}  // namespace stalemate::rt
