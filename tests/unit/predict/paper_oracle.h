// Whether a witness is feasible, by trying every interleaving of every prefix: each thread in its order,
// locks exclude, a wait ends after a notification that came while it waited, every read but r sees the write
// that it saw in the trace, and nothing after r in its thread is used. Knows nothing of graphs.
//
// Rules can be taken away one at a time: where the paper calls a witness feasible that is not, the rule whose
// absence makes it so is the cause.
#pragma once

#include "predict/paper.h"
#include "trace/event_trace.h"

namespace stalemate::predict::paper {

struct Rules {
  bool write_exclusion = true;      // else: a read only needs its writer to have happened
  bool stop_at_read = true;         // else: r's thread may go on after r
  bool half_open_scopes = true;     // else: a scope that cannot be closed without w holds nobody up
  bool waits_before_notify = true;  // else: a wait ends once the notification that ended it has happened
  bool observed_matching = false;   // a wait ends by the notification that ended it, and by no other
};

bool is_feasible(const trace::EventTrace& trace, const Witness& witness, const Rules& rules = {});

}  // namespace stalemate::predict::paper
