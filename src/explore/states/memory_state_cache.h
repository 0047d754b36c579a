// States as logged by the workers (wire::RecordKind::kSignature): the first paper's Algorithm 1 with its
// table. What can follow from a state, and at what cost, is a function of
//   - the program's state, which is what its threads will do under given choices,
//   - P, E, D and S of fairness (S9), and
//   - the last thread, if leaving it is a preemption (S3) and those are counted.
// These make up the key.
//
// Why an execution need not be expanded from a visited key on, without losing anything within the bound:
// bounds are barriers, so the key was first visited with the fewest preemptions that lead to it, and here
// with at least as many. At its first visit, the tail continued from there without a preemption, and every
// point after it was expanded, up to a key that had been visited even earlier. So take the shortest of the
// cheapest paths to any state: none of its points is left out, for a key that was visited earlier in the
// order would lead to the state at the same cost. An execution that visits one of its own keys again is a
// detour. The argument needs whole executions and a cost that only grows: no depth, no delays.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/engine/hash_table.h"
#include "explore/states/state_cache.h"

namespace stalemate::explore {

class MemoryStateCache final : public StateCache {
 public:
  // `bounded`: preemptions are counted. `clocks`: clocks are part of the states. Stores at most `most_bytes`
  // of them (0: any number); those beyond count as new at every visit, which costs only time.
  MemoryStateCache(MemorySource source, bool bounded, bool clocks, std::uint64_t most_bytes);

  void read(const LogView& log, std::uint32_t first) override;
  std::uint32_t met_at() const override { return met_at_; }
  GaveUp trouble() const override { return trouble_; }
  std::optional<Hash128> graph() const override { return std::nullopt; }
  void keep(Summary& summary, std::size_t bound) override;
  std::uint64_t bytes() const override { return keys_.bytes() + states_.bytes(); }

 private:
  struct Met {
    Hash128 hash;
    bool used() const { return hash != Hash128{}; }
  };
  // What is logged before a point.
  struct LoggedState {
    bool any = false;
    Hash128 program, fairness;
    std::uint64_t last = 0;  // its path, if leaving it is a preemption
  };

  void take(const wire::Record& record);
  void add_thread(const wire::Record& create);
  std::uint64_t path_of(std::uint32_t thread) const;
  void look_up(std::uint32_t point);
  void count_state();
  bool has_room() const { return most_bytes_ == 0 || bytes() < most_bytes_; }

  HashTable<Met> keys_;
  HashTable<Met> states_;  // of the program alone
  bool bounded_;
  bool clocks_;
  std::uint64_t most_bytes_;
  bool full_ = false;

  LoggedState logged_;
  struct Thread {
    std::uint64_t path = 0;
    std::uint64_t children = 0;
  };
  std::vector<Thread> threads_;  // of the execution, by number
  std::uint32_t met_at_ = kNone;
  GaveUp trouble_ = GaveUp::kNothing;
  std::uint64_t fresh_ = 0;  // states of the program that were not visited before
  std::uint64_t pruned_ = 0;
  std::uint64_t unknown_states_ = 0;  // executions whose states are unknown, or not to the end
  wire::StatesUnknown why_ = wire::StatesUnknown::kNothing;
};

}  // namespace stalemate::explore
