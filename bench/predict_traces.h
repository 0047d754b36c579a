// Traces in the shapes of Table A1 of the paper on predictive nondeterminism (threads, events, triplets):
// random threads with nested locks and shared variables, of which some are protected and some are not.
// Feasible, since they are run; not real programs.
#pragma once

#include <cstdint>

#include "trace/event_trace.h"

namespace stalemate {

struct TraceShape {
  const char* name;
  std::uint16_t threads;
  std::size_t events;
  std::uint32_t variables, locks;
  unsigned
      switches;  // of 1,000 events, after how many another thread goes on: the fewer, the less is ordered
  unsigned hot;  // percent of the accesses that go to one variable in ten
  std::size_t window;  // 0: none
  bool apart = false;  // every thread reads only what it wrote last, so that hardly anything is ordered
};

inline constexpr TraceShape kTraceShapes[] = {
    {"DaisyTest3", 3, 8020, 20, 18, 150, 70, 0},      {"loose", 3, 8020, 20, 18, 2, 70, 0},
    {"apart", 3, 8020, 20, 18, 150, 70, 0, true},     {"ThriftTrace9", 10, 16104, 120, 40, 50, 40, 0},
    {"ThriftTrace11", 6, 25263, 600, 158, 50, 40, 0}, {"million", 8, 1000000, 2000, 500, 50, 20, 1000},
};

trace::EventTrace make_trace(const TraceShape& shape, std::uint64_t seed = 1);

}  // namespace stalemate
