// Which code may be followed by a compare-and-swap, or by the same call again: a quick look before a proof
// (retry.h, failed_try.h).
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Whether code that follows a call may come to one, as far as its jumps say. Depends on the code only;
// remembered.
bool may_reach_swap(std::uint64_t return_address);
// The same for a call of a load: whether there may be one behind it and other loads, or it may be in a loop.
bool may_begin_try(std::uint64_t return_address);

}  // namespace stalemate::rt
