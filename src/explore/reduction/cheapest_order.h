// An order in which a happens-before graph is run with the fewest preemptions. A reduced search runs graphs
// in the order in which it meets them, and a person should read the one that switches least against a
// thread's will.
#pragma once

#include "explore/engine/cut.h"
#include "explore/engine/work_item.h"
#include "explore/graph/happens_before.h"

namespace stalemate::explore {

// Deviations from tail kContinue that run the whole graph in such an order, the fewer switches the better.
// `initial`: threads that exist from the start. False: it has more prefixes than are worth looking at, or
// the search is cut, and the item is as it was.
bool find_cheapest_order(const HappensBefore& graph, const Numbering& names, std::uint32_t initial, Cut& cut,
                         WorkItem& item);

}  // namespace stalemate::explore
