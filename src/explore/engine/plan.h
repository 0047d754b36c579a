// What a search is asked for beyond its strategy: how it leaves out executions, and how much it may keep.
#pragma once

#include <cstdint>

#include "explore/engine/slab_pool.h"
#include "explore/engine/summary.h"

namespace stalemate::explore {

// How a search leaves out equivalent executions. The worker must tell effects (wire::Config::effects).
struct ReductionPlan {
  Reduced how = Reduced::kNone;
  bool counts_classes = false;  // of kNone: tell the classes apart nevertheless
  bool yields = false;          // of kCache: the program yields, so that keys contain the fairness state
  std::uint32_t fair = 1;       // and every k-th yield counts (S9); 0: none does
  // Of kNone: executions are not expanded beyond a state that was met before. The worker must tell states
  // (wire::Config::states), with or without clocks.
  bool states = false;
  bool clocks = false;
  std::uint64_t most_state_bytes = 0;    // the table takes no more; 0 = no limit
  std::uint64_t most_prefixes = 0;       // more: give up; 0 = no limit
  std::uint64_t most_prefixes_each = 0;  // more for each execution, on average: give up; 0 = no limit
  std::uint64_t (*clock)() = nullptr;    // for benches: Summary::bounds_ns and marks_ns
  std::uint64_t most_executions = 0;     // of kDpor: more: give up; 0 = no limit
  bool ends_at_races = false;            // accesses that race will not become steps: give up at the first
  bool checks = false;            // kPor: the paper's invariants after every Mark; debug builds always do
  std::uint32_t speculative = 0;  // items that may be run before it is known that they are needed
  // And items out at once beyond which no more are guessed: a run that is needed has to wait for them; 0 = no
  // limit.
  std::uint32_t speculative_at_once = 0;
};

// How much a search may keep at once. None of it changes what is emitted.
struct MemoryLimits {
  std::uint32_t executions = 16384;        // issued and not yet emitted
  std::uint64_t window_bytes = 64u << 20;  // beyond that only a few items are in flight at a time
  MemorySource memory = default_memory();  // for everything that grows with the frontier
};

// What the frontier takes. Items are those of later bounds and of the current one not yet looked at.
struct FrontierSize {
  std::uint64_t items = 0;
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;           // in use
  std::uint64_t reserved_bytes = 0;  // slabs and chunks
};

}  // namespace stalemate::explore
