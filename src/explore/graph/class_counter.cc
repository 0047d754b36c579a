#include "explore/graph/class_counter.h"

namespace stalemate::explore {

std::optional<Hash128> ClassCounter::hash(const LogView& log) {
  graph_.start(log);
  while (graph_.next()) {
  }
  if (graph_.trouble() != GaveUp::kNothing) return std::nullopt;
  return graph_.hash();
}

bool ClassCounter::is_new(Hash128 hash) {
  if (seen_.find(hash) != nullptr) return false;
  seen_.insert({hash});
  return true;
}

}  // namespace stalemate::explore
