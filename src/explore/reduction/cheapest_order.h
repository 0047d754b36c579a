// An order in which a happens-before graph is run with the fewest preemptions. A reduced search runs graphs
// in the order in which it visits them; a report should show the one with the fewest preemptions.
#pragma once

#include "explore/engine/cut.h"
#include "explore/engine/work_item.h"
#include "explore/graph/happens_before.h"

namespace stalemate::explore {

// Deviations from tail kContinue that run the whole graph in such an order, with few switches. `initial`:
// threads that exist from the start. False: it has too many prefixes, or the search is cut, and the item is
// unchanged.
bool find_cheapest_order(const HappensBefore& graph, const Numbering& names, std::uint32_t initial, Cut& cut,
                         WorkItem& item);

}  // namespace stalemate::explore
