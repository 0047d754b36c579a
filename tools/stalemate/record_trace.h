// One controlled execution, in which every plain access was a step, as a trace of events. Each step has at
// least one event. What the kinds of events have no words for (futexes, descriptors, signals) is an update of
// a variable of its own, so that its order is kept; the trace's notes say so.
#pragma once

#include <string>

#include "base/result.h"
#include "host/rerun.h"
#include "symbolize/source_map.h"
#include "trace/event_trace.h"

namespace stalemate::tools {

// Everything but program, schedule and finding.
Result<trace::EventTrace> trace_of(const host::Recording& recording, const symbolize::SourceMap& source);

}  // namespace stalemate::tools
