// The names of failures, by the numbers of enum kiss_failure in share/kiss.h.
#pragma once

#include <string>

#include "kiss/engine/wire.h"

namespace stalemate::kiss {

inline std::string failure_name(std::uint32_t failure) {
  switch (failure) {
    case engine::kAssertion: return "assertion";
    case engine::kAbort: return "abort";
    case engine::kDataRace: return "data-race";
    case engine::kDeadlock: return "deadlock";
    case engine::kMisuse: return "misuse";
    case engine::kDoubleFree: return "double-free";
    default: return "crash";
  }
}

}  // namespace stalemate::kiss
