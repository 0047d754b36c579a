// What is requested of a search beyond its strategy: how it leaves out executions, and its memory limits.
#pragma once

#include <cstdint>

#include "explore/engine/slab_pool.h"
#include "explore/engine/summary.h"

namespace stalemate::explore {

// How a search leaves out equivalent executions. The worker must log effects (wire::Config::effects).
struct ReductionPlan {
  Reduced how = Reduced::kNone;
  bool counts_classes = false;  // of kNone: count the classes nevertheless
  bool yields = false;          // of kCache: the program yields, so that keys contain the fairness state
  std::uint32_t fair = 1;       // and every k-th yield counts (S9); 0: yields do not count
  // Of kNone: executions are not expanded beyond a state that was visited before. The worker must log states
  // (wire::Config::states), with or without clocks.
  bool states = false;
  bool clocks = false;
  std::uint64_t most_state_bytes = 0;    // limit of the table; 0 = no limit
  std::uint64_t most_prefixes = 0;       // more: give up; 0 = no limit
  std::uint64_t most_prefixes_each = 0;  // more for each execution, on average: give up; 0 = no limit
  std::uint64_t (*clock)() = nullptr;    // for benches: Summary::bounds_ns and marks_ns
  std::uint64_t most_executions = 0;     // of kDpor: more: give up; 0 = no limit
  bool ends_at_races = false;            // races will not be promoted: give up at the first
  bool checks = false;            // kPor: the paper's invariants after every Mark; debug builds always do
  std::uint32_t speculative = 0;  // items that may be run before it is known that they are needed
  // No more items are speculated beyond this many in flight: a needed run would wait for them; 0 = no limit.
  std::uint32_t speculative_at_once = 0;
};

// How much memory a search may use. Does not change what is emitted.
struct MemoryLimits {
  std::uint32_t executions = 16384;        // issued and not yet emitted
  std::uint64_t window_bytes = 64u << 20;  // beyond that only a few items are in flight at a time
  MemorySource memory = default_memory();  // for everything that grows with the frontier
};

// The size of the frontier. Items are those of later bounds and those of the current one not yet expanded.
struct FrontierSize {
  std::uint64_t items = 0;
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;           // in use
  std::uint64_t reserved_bytes = 0;  // slabs and chunks
};

}  // namespace stalemate::explore
