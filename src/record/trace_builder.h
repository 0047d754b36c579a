// One controlled execution, in which every plain access was a step, as a trace of events. Each step has at
// least one event. What the kinds of events cannot express (futexes, descriptors, signals) is an update of a
// separate variable, so that its order is kept; the trace's notes list it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/rerun/rerun.h"
#include "record/variable_cells.h"
#include "symbolize/source_map.h"
#include "trace/event_trace.h"

namespace stalemate::tools {

// An execution that is compared with another one: only its beginning, with its memory cut where that of the
// other is cut as well, so that the same accesses become the same events.
struct TracePart {
  std::vector<ByteRange> ranges;  // that the other accesses
  std::size_t points = ~std::size_t{0};
};

// Everything but program, schedule and finding.
Result<trace::EventTrace> trace_of(const host::Recording& recording, const symbolize::SourceMap& source,
                                   const TracePart& part = {});

}  // namespace stalemate::tools
