// A data race (S13) in one execution: its two accesses. The log tells of the later one; the earlier one is
// found among the accesses that were watched, so the execution has to be detailed and to watch their bytes.
// Pure.
#pragma once

#include <optional>

#include "trace/execution.h"

namespace stalemate::trace {

struct Race {
  Access later;
  Access earlier;  // without a stack where the log does not have it
  // Intended: volatile, or declared so.
  bool quiet() const { return later.quiet || later.is_volatile || earlier.is_volatile; }
};

// The race whose later access is by the code at `pc`; there is at most one in an execution.
std::optional<Race> find_race(const Execution& execution, std::uint64_t pc);

// The code address of an access; 0: not known.
inline std::uint64_t code_of(const Access& access) { return access.stack.empty() ? 0 : access.stack[0].pc; }

}  // namespace stalemate::trace
