// Synchronizes-before from its definition (S6): an edge for program order, create, join, each release and the
// acquisitions after it, each load and the heads of the release sequences that it reads from, with fences at
// either end. Races are conflicting events without a path.
#pragma once

#include <vector>

#include "events.h"

namespace stalemate::test {

// What is wrong with each event.
std::vector<Faults> judged_by_graph(const Events& events);
// The same, where accesses with a fault are remembered as well.
std::vector<Faults> judged_by_whole_graph(const Events& events);

}  // namespace stalemate::test
