// Random devices of the system give the same numbers in every execution.
#pragma once

#include <cstdint>

namespace stalemate::rt {

void renew_randomness();
// For any of them; also used by std::random_device.
std::uint64_t next_device_number();
// The state from which the next number follows.
std::uint64_t randomness_state();

}  // namespace stalemate::rt
