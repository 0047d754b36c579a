// Whether a log is that of the execution that was asked for.
#pragma once

#include <cstdint>

namespace stalemate::explore {

enum class Fit : std::uint8_t {
  kFits,
  kPrefixDiffers,  // not the execution that its parent promised: the program is not deterministic
  kMalformed,      // the log contradicts itself, or did not follow the tail policy
};

}  // namespace stalemate::explore
