// Which code may be followed by a compare-and-swap: a quick look before a proof (retry.h).
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Whether code that follows a call may come to one, as far as its jumps say. Depends on the code only;
// remembered.
bool may_reach_swap(std::uint64_t return_address);

}  // namespace stalemate::rt
