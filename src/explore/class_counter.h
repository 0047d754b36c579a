// Tells the classes of executions apart (S8) without keeping their graphs: the hash of a complete
// happens-before graph is computed along its log. For searches that are not reduced, to say how much of what
// they did was redundant. Linear in the log; 16 bytes and a little for each class.
#pragma once

#include <optional>
#include <vector>

#include "explore/hash_table.h"
#include "explore/told_actions.h"
#include "model/names.h"

namespace stalemate::explore {

class ClassCounter {
 public:
  explicit ClassCounter(MemorySource source) : seen_(source) {}

  // The hash of the whole graph, whether it has a class or not; none if the log does not tell enough.
  std::optional<Hash128> hash(const LogView& log);
  // Whether it is the first of its class.
  bool is_new(Hash128 hash);
  std::uint64_t classes() const { return seen_.size(); }

 private:
  struct Seen {
    Hash128 hash;
    bool used() const { return hash != Hash128{}; }
  };
  struct Last {
    std::uint32_t execution = 0;  // in which it was accessed
    std::uint32_t epoch = 0;
    Access access = Access::kShared;
  };

  Hash128 next_id(const ToldAction& told, std::uint32_t thread);

  Names names_;
  ToldActions told_;
  HashTable<Seen> seen_;
  std::vector<Last> lasts_;              // of each variable
  std::vector<std::uint32_t> threads_;   // by id
  std::vector<std::uint32_t> numbers_;   // of actions, by thread
  std::vector<std::uint32_t> children_;  // by thread
  std::uint32_t execution_ = 0;
};

}  // namespace stalemate::explore
