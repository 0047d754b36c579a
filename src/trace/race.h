// A data race (S13) in one execution: its two accesses. The log contains which code races; both accesses are
// found among those that were watched, so the execution must be detailed and watch their bytes. Pure.
#pragma once

#include <optional>

#include "trace/execution.h"

namespace stalemate::trace {

// Code addresses of the two accesses; zeros: no race.
struct RacingCode {
  std::uint64_t later = 0;
  std::uint64_t earlier = 0;
  explicit operator bool() const { return later != 0; }
};

struct Race {
  Access later;
  Access earlier;  // without a stack if the log does not have it
  // Intended: volatile, or declared so.
  bool quiet() const { return later.quiet || later.is_volatile || earlier.is_volatile; }
};

// The first race of this code in the log.
std::optional<Race> find_race(const Execution& execution, RacingCode code);

// The code address of an access; 0: unknown.
inline std::uint64_t code_of(const Access& access) { return access.stack.empty() ? 0 : access.stack[0].pc; }

}  // namespace stalemate::trace
