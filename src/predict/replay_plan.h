// From the order of events of a witness to the choices that make the controlled program take it: a thread at
// each step, values where the program or a signal chooses one. Pure.
//
// A step may be several events, and not always the same ones: the last thread to arrive at a barrier leaves
// in the same step. Threads get the numbers that they will have, by the order of their creation; a signal
// wakes the waiter that wakes up first in the witness.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "model/wire/wire.h"
#include "trace/event_trace.h"
#include "trace/schedule.h"

namespace stalemate::predict {

struct ReplayPlan {
  std::vector<wire::Deviation> deviations;  // one for each point
  std::vector<std::size_t> events;          // of the witness, in its order
};

// `recorded` is the schedule of the trace; `order` the thread of each event, as in Analysis::schedule(). The
// error names the difference between the schedule and the trace.
Result<ReplayPlan> plan_replay(const trace::EventTrace& trace, const trace::Schedule& recorded,
                               const std::vector<std::uint16_t>& order);

}  // namespace stalemate::predict
