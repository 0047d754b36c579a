// SipHash-2-4 with 128 bits: a hash that nobody can make who does not have the key.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace stalemate {

using SipKey = std::array<std::uint8_t, 16>;
using SipHash = std::array<std::uint8_t, 16>;

SipHash siphash(const SipKey& key, std::string_view bytes);

}  // namespace stalemate
