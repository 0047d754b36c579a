// Names that users type: finding the intended one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stalemate {

// The candidate closest to `typed`, or empty if none is close enough to suggest. Ties go to the earlier
// candidate.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> candidates);

}  // namespace stalemate
