// The events that every interleaving in which the read sees the challenger has: what both of them need, and
// the releases of the locks that the read's thread holds at it.
#pragma once

#include <vector>

#include "predict/decide/cones.h"
#include "predict/decide/exact_search.h"
#include "predict/decide/triplet.h"

namespace stalemate::predict {

// By thread: how many of its events. The read itself is not among them.
using Ideal = std::vector<std::uint32_t>;

void join(Ideal& into, Clock other);

// If there can be no such interleaving, returns why; else leaves the ideal in `required`.
Reason require(const TraceIndex& index, const Cones& cones, Goal goal, Ideal& required);

// Lets threads leave their sections if that needs nothing beyond `allowed`.
void leave_sections(const TraceIndex& index, const Cones& cones, Clock allowed, Ideal& ideal);

// The first event of the trace that is not in it; the size of the trace if there is none.
std::uint32_t first_outside(const TraceIndex& index, Clock ideal);

// Every event that may come before the read in some interleaving, as far as cones show.
Ideal allowed_before(const TraceIndex& index, const Cones& cones, std::uint32_t read);

}  // namespace stalemate::predict
