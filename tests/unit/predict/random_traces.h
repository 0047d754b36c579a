// Traces that could have happened: random ones, from random threads run against the oracle's machine, and all
// small ones of a few operations.
#pragma once

#include <cstdint>
#include <functional>

#include "trace/event_trace.h"

namespace stalemate::predict_test {

trace::EventTrace random_trace(std::uint64_t seed, std::size_t most_events);

// Every trace of two threads with up to so many events, made of these kinds on one variable and one lock
// (also the lock of the one condition). The first event is the first thread's: the other half is the same
// renamed.
void each_trace(std::size_t events, const std::vector<trace::EventKind>& kinds,
                const std::function<void(const trace::EventTrace&)>& take);

// A smallest trace that still fails: no event or pair of events can be left out.
trace::EventTrace shrunk(trace::EventTrace trace, const std::function<bool(const trace::EventTrace&)>& fails);

}  // namespace stalemate::predict_test
