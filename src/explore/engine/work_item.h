// What a worker is to run: a prefix given sparsely, as deviations from the choices of the tail policy, and
// the tail policy itself. A full prefix is never copied.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "model/wire/wire.h"

namespace stalemate::explore {

struct WorkItem {
  ItemId id;
  wire::Tail tail = wire::Tail::kContinue;
  std::uint64_t seed = 0;
  std::uint32_t cut_points = 0;
  std::uint32_t flags = 0;
  std::uint32_t length = 0, changes = 0;  // kPct
  std::uint64_t watch = 0;                // detailed: record the plain accesses of these bytes
  std::uint32_t watch_bytes = 0;
  std::vector<wire::Deviation> deviations;
};

}  // namespace stalemate::explore
