// The progress of a search after a number of executions, and at the end of each bound: the curves of the
// paper on iterative context bounding, as numbers. Unknown values are empty.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace stalemate {

struct CoverageSample {
  std::uint64_t executions = 0;
  std::optional<std::uint32_t> bound;     // that was under way; icb and delay only
  std::optional<std::uint64_t> classes;   // distinct ones (S8)
  std::optional<std::uint64_t> prefixes;  // distinct happens-before graphs that executions passed through
  std::optional<std::uint64_t> states;    // distinct signatures
  std::optional<std::uint64_t> within;    // of a bound: prefixes that exist, executed or not
  bool operator==(const CoverageSample&) const = default;
};

struct CoverageGrowth {
  std::vector<CoverageSample> samples;  // after every execution at first, then more rarely, and the last
  std::vector<CoverageSample> bounds;   // after the last execution of each
};

}  // namespace stalemate
