#include "explore/node_store.h"

#include <algorithm>

namespace stalemate::explore {

void NodeStore::deviations(std::uint32_t node, std::vector<wire::Deviation>& out) const {
  out.clear();
  for (; node != kNothing; node = nodes_[node].parent)
    out.push_back({nodes_[node].point, nodes_[node].choice});
  std::reverse(out.begin(), out.end());
}

}  // namespace stalemate::explore
