// Names that people type: finding the one they meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stalemate {

// The candidate closest to `typed`, or empty where none is close enough to be worth suggesting.
// Ties go to the earlier candidate.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> candidates);

}  // namespace stalemate
