// One finding of a campaign.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "campaign/rerun/rerun.h"
#include "explore/engine/work_item.h"

namespace stalemate::host {

// The largest number of different findings that are stored.
inline constexpr std::size_t kMostFindings = 64;

struct OtherEnd {
  std::uint64_t execution = 0;
  Recording recording;
};

struct Finding {
  std::uint64_t execution = 0;  // its position in the canonical order (S4)
  std::uint64_t seen = 1;       // executions that ended in the same way
  explore::WorkItem item;       // repeats it
  Recording recording;          // of that item, detailed
  std::uint32_t preemptions = 0, switches = 0, steps = 0;
  bool repeated = true;           // false: the recording is what the search observed, without details
  bool minimised = true;          // false: time ran out
  std::optional<OtherEnd> other;  // of kind exit-code: an execution that ended with another code
};

// Looks like a finding, but uninstrumented code may explain it (doubt.h).
struct Doubt {
  Finding finding;
  std::string because;  // the reason, as a clause
};

}  // namespace stalemate::host
