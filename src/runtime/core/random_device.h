// Random devices of the system give the same numbers in every execution.
#pragma once

#include <cstdint>

namespace stalemate::rt {

void renew_randomness();
// Any of them; used by std::random_device too.
std::uint64_t next_device_number();
// What the next one follows from.
std::uint64_t randomness_state();

}  // namespace stalemate::rt
