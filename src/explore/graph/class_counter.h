// Counts the classes of executions (S8) without storing their graphs, by the hash of each complete
// happens-before graph. For the share of redundant executions. Slightly more than 16 bytes for each class.
#pragma once

#include <optional>

#include "explore/engine/hash_table.h"
#include "explore/graph/graph_hash.h"

namespace stalemate::explore {

class ClassCounter {
 public:
  explicit ClassCounter(MemorySource source) : seen_(source) {}

  // The hash of the whole graph, whether it has a class or not; empty if the log does not contain enough.
  std::optional<Hash128> hash(const LogView& log);
  // Whether it is the first of its class.
  bool is_new(Hash128 hash);
  std::uint64_t classes() const { return seen_.size(); }

 private:
  struct Seen {
    Hash128 hash;
    bool used() const { return hash != Hash128{}; }
  };

  GraphHash graph_;
  HashTable<Seen> seen_;
};

}  // namespace stalemate::explore
