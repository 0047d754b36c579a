// Traces as text, one event per line: the STD format of the RAPID analyses, and what it has no words for.
//
//   line := thread '|' op '|' location
//   op   := r(x) w(x) acq(l) rel(l) fork(t) join(t) dummy(…) begin… end…                     as RAPID has
//   them
//         | u(x) racq(l) rrel(l) try(l) wait(l) wait(c,l) wake(c,l) timeout(c,l) notify(c) notifyall(c)
//         | post(s) down(s) sem(s,N) arrive(b,N) leave(b,N)
//
// docs/traces.md defines each. Values are not part of it, and what is printed has numbers for
// locations, as RAPID wants them. parse_std never crashes or hangs, whatever the bytes; every error names
// its line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/event_trace.h"

namespace stalemate::trace {

// A trace takes 40 bytes per event: larger ones are refused before memory is used up.
struct TraceLimits {
  std::size_t events = 50'000'000;
  std::size_t names = 5'000'000;  // of all kinds, locations included
};

// The trace is feasible (check_feasible).
Result<EventTrace> parse_std(std::string_view text, const TraceLimits& limits = {});

std::string print_std(const EventTrace& trace);

}  // namespace stalemate::trace
