// Whether a log belongs to the execution that was requested.
#pragma once

#include <cstdint>

namespace stalemate::explore {

enum class Fit : std::uint8_t {
  kFits,
  kPrefixDiffers,  // the log differs from its parent's: the program is not deterministic
  kMalformed,      // the log contradicts itself, or did not follow the tail policy
};

}  // namespace stalemate::explore
