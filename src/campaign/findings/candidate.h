// An execution that failed, as the search observed it: the input for a finding.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/rerun/failure.h"
#include "explore/engine/work_item.h"
#include "model/wire/wire.h"

namespace stalemate::host {

// One execution that ended normally.
struct NormalEnd {
  std::uint64_t execution = 0;
  explore::WorkItem item;
  std::optional<explore::WorkItem> cheaper;
  wire::LogHeader header;
};

struct Candidate {
  std::uint64_t key = 0;  // equal for equal ends
  std::uint64_t execution = 0;
  std::uint64_t seen = 1;
  explore::WorkItem item;
  std::optional<explore::WorkItem> cheaper;  // an equivalent one with fewer preemptions
  Failure failure;
  std::vector<wire::Record> records;  // of its log, if there was room; not saved in checkpoints
  std::optional<NormalEnd> other;     // with another exit code, which makes this one a failure
};

}  // namespace stalemate::host
