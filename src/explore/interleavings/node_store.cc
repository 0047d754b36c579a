#include "explore/interleavings/node_store.h"

namespace stalemate::explore {

void NodeStore::deviations(std::uint32_t node, std::vector<wire::Deviation>& out) const {
  std::size_t length = 0;
  for (std::uint32_t n = node; n != kNothing; n = nodes_[n].parent) ++length;
  out.resize(length);
  for (; node != kNothing; node = nodes_[node].parent) out[--length] = deviation(node);
}

}  // namespace stalemate::explore
