// The hashes of an execution's happens-before graphs, from the empty one to the whole, along its log and
// without storing any of them. Linear in the log. Names are given out over all logs that are read, so that
// the same thread has the same number in each.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/engine/summary.h"
#include "explore/graph/log_actions.h"
#include "explore/graph/numbering.h"

namespace stalemate::explore {

class GraphHash {
 public:
  // Reads the log; the position is before its first action.
  void start(const LogView& log);
  // Takes the next action; false: there is none, or its effect is unknown.
  bool next();

  // The action that was taken last.
  const LogAction& action() const { return log_actions_.actions()[taken_ - 1]; }
  // Of all actions that were taken.
  Hash128 hash() const { return hash_; }
  // A thread of the execution, by its number in Names; kNoName: there is no such thread yet.
  std::uint32_t thread(std::uint16_t id) const {
    return id < threads_.size() ? threads_[id] : Numbering::kNoName;
  }
  // Why nothing can be concluded from this log; kNothing: so far it can.
  GaveUp trouble() const { return trouble_; }

 private:
  struct Last {
    std::uint32_t execution = 0;  // in which it was accessed
    std::uint32_t epoch = 0;
    Access access = Access::kShared;
  };

  Hash128 next_id(const LogAction& logged, std::uint32_t thread);
  bool add_child(std::uint32_t parent);
  bool fail(GaveUp why) {
    trouble_ = why;
    return false;
  }

  Numbering numbering_;
  LogActions log_actions_;
  std::vector<Last> lasts_;              // of each variable
  std::vector<std::uint32_t> threads_;   // by id
  std::vector<std::uint32_t> numbers_;   // of actions, by thread
  std::vector<std::uint32_t> children_;  // by thread
  std::uint32_t execution_ = 0;
  std::size_t taken_ = 0;
  Hash128 hash_;
  GaveUp trouble_ = GaveUp::kNothing;
};

}  // namespace stalemate::explore
