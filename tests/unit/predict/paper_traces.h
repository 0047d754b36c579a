// Traces for the tests of the paper's algorithm: written down event by event, or drawn at random in the
// families that its verdicts were counted on.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "predict/paper.h"
#include "trace/event_trace.h"

namespace stalemate::predict::paper {

// "0 acq(l); 0 w(x); 1 r(x)": a thread's number and an operation of the STD format.
trace::EventTrace trace_of(const std::string& events);

struct Family {
  const char* name;
  std::size_t threads, variables, locks, events;
  bool nested = false, waits = false;
};
// Families A to D: no locks, one lock, two nested locks, wait and notify.
extern const Family kFamilies[4];
trace::EventTrace random_trace(const Family& family, std::mt19937& random);

// All witnesses, in the order of the algorithm.
std::vector<Witness> witnesses_of(const trace::EventTrace& trace, Way way);
// The one of this case; event indices, kInitial for the initial value.
Witness witness_of(const trace::EventTrace& trace, std::size_t read, std::int64_t challenger, Case order,
                   Way way = Way::kShared);

}  // namespace stalemate::predict::paper
