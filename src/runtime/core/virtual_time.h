// Where virtual time begins (S12).
#pragma once

#include <cstdint>

namespace stalemate::rt {

inline constexpr std::uint64_t kSecond = 1000000000;
// Every execution begins at the same moment.
inline constexpr std::uint64_t kWallStart = 1600000000 * kSecond;      // 13 September 2020
inline constexpr std::uint64_t kMonotonicStart = 987654321 * kSecond;  // since boot

}  // namespace stalemate::rt
