// The states that the executions of a program with yields pass through (S10), and which of them were visited
// before. What can follow from a state, and at what cost, is a function of
//   - the happens-before graph of what was done,
//   - P, E, D and S of fairness (model/fairness.h), which depend on the order in which it was done, and
//   - the last thread, if leaving it is a preemption (S3) and those are counted.
// Fairness is computed again along the log, which must hold back the same threads. Of its sets only what can
// still matter is part of the state: nothing of threads that have finished, nor anything of E and D that S or
// P makes up for.
//
// Why an execution need not be expanded from its first visited state on: executions come in canonical order,
// so the state was visited with at most as many preemptions. What follows from it was expanded there, the
// tail first; so all states after it have been visited, too.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/engine/hash_table.h"
#include "explore/graph/graph_hash.h"
#include "explore/states/state_cache.h"
#include "model/fairness.h"

namespace stalemate::explore {

class FairStateCache final : public StateCache {
 public:
  // `fair`: every so many yields count (S9). `bounded`: preemptions are counted. At most `most` states are
  // stored (0: any number); those beyond count as new at every visit, which costs only time.
  FairStateCache(MemorySource source, std::uint32_t fair, bool bounded, std::uint64_t most);

  void read(const LogView& log, std::uint32_t first) override;
  std::uint32_t met_at() const override { return met_at_; }
  // The states up to there, or up to its end, one for each point.
  const std::vector<Hash128>& fresh() const { return fresh_; }
  GaveUp trouble() const override { return is_fair_ ? graph_.trouble() : GaveUp::kOperation; }
  std::optional<Hash128> graph() const override { return graph_.hash(); }
  void keep(Summary& summary, std::size_t bound) override;
  std::uint64_t bytes() const override { return met_.bytes(); }

 private:
  using Threads = std::uint64_t;
  struct Met {
    Hash128 hash;
    bool used() const { return hash != Hash128{}; }
  };

  void begin();
  void change_enabled(const wire::Record& record);
  bool take_point(bool thread_point, std::uint32_t point, std::uint32_t first);
  void account_for_step();
  Hash128 state() const;
  Hash128 state_of(const Fairness::Window& window) const;

  HashTable<Met> met_;
  std::uint64_t most_;
  std::uint32_t fair_;
  bool bounded_;

  GraphHash graph_;
  std::unique_ptr<Fairness> fairness_;
  Fairness::Set now_;    // enabled_, as fairness wants it
  Threads enabled_ = 0;  // those held back included
  Threads runs_on_ = 0;  // may run, and not only by their timeouts
  Threads finished_ = 0;
  Threads held_back_ = 0;  // by the log
  std::uint32_t last_ = 0;
  bool stepped_ = false;  // the last step has not been passed to fairness yet
  bool yielded_ = false;  // which was a yield
  bool is_fair_ = true;   // the log agrees with fairness
  std::vector<Hash128> fresh_;
  std::uint32_t met_at_ = kNone;
};

}  // namespace stalemate::explore
