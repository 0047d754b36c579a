// The machinery of a search. The current bound's executions pass through the window in canonical order; what
// costs one preemption more leaves the window at its front, and so arrives in the queue of the next bound
// already sorted.
//
// Why that order is canonical: take an execution e of bound c and the alternatives at its points after the
// item's last deviation. Those with a lesser path come before e, earlier points first; those with a greater
// path come after e, later points first; and all executions that share e's prefix lie between its neighbours
// in the window. So e's entry is replaced by: the lesser ones, e, the greater ones. Preemptions are of bound
// c+1; choices at a point where the last thread cannot continue, and data choices, are of bound c, and all of
// them come after e since the tail takes the least. An alternative that costs more than one bound keeps its
// place in the order, and is passed from queue to queue until it is due.
//
// With states (state_cache.h) an execution is expanded only up to the first state that an earlier one has
// visited. So that this does not depend on the workers, early logs are stored and taken in canonical order.
// All issued items are needed in any case.
#pragma once

#include <memory>
#include <optional>

#include "explore/engine/early_logs.h"
#include "explore/engine/engine.h"
#include "explore/engine/execution.h"
#include "explore/engine/in_flight.h"
#include "explore/graph/class_counter.h"
#include "explore/interleavings/node_store.h"
#include "explore/interleavings/run_queue.h"
#include "explore/interleavings/window.h"
#include "explore/states/state_cache.h"
#include "explore/strategy/expansion.h"
#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class InterleavingSearch final : public Engine {
 public:
  InterleavingSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
                     const MemoryLimits& room, const ReductionPlan& plan);

  bool next(WorkItem& item) override;
  void finished(ItemId id, const LogView& log) override;
  void end(Limit limit) override;
  bool over() const override { return over_; }
  std::uint64_t in_flight() const override { return in_flight_.count(); }
  const Summary& summary() const override { return summary_; }
  FrontierSize frontier() const override;
  std::optional<Estimate> estimate() const override;

 private:
  void start_round(Sequel::Kind kind);
  bool has_room() const;
  bool bring_due_run();
  void defer(std::uint32_t next, const Run& run);
  void leave_for_later(const Run& run);
  void defer_rest(std::uint32_t run, std::uint32_t point);
  void describe(const Entry& execution, WorkItem& item, std::uint64_t sample) const;

  FinishedExecution take(std::uint32_t entry, const LogView& log);
  Fit read(const Entry& execution, const LogView& log);
  void place(std::uint32_t entry);
  void place_pending(std::uint32_t next, std::uint32_t node, bool at_front);
  void emit(const Entry& execution, const FinishedExecution& done);
  void count(const FinishedExecution& done);
  Hash128 class_of(const LogView& log);
  void count_class(const FinishedExecution& done);
  void leave(std::uint32_t entry);
  void settle();
  void finish_round();
  void give_up(GaveUp reason);
  std::size_t bound_under_way() const {
    return summary_.completed ? *summary_.completed + std::size_t{1} : 0;
  }

  std::unique_ptr<Strategy> strategy_;
  Budget budget_;
  Observer& observer_;
  MemoryLimits limits_;
  Round round_;
  RoundEnd round_end_;

  NodeStore nodes_;
  Window window_;
  RunQueue current_;  // of this bound, not yet in the window
  RunQueue pending_;  // of the next bound
  InFlight in_flight_;
  std::uint64_t waiting_ = 0;   // issued and not yet emitted
  std::uint64_t due_next_ = 0;  // items of pending_, and of packs, whose turn is in the next bound
  TreeEstimate estimate_;

  Expansion expansion_;
  std::unique_ptr<ClassCounter> classes_;  // null: classes are not counted
  bool ends_at_races_ = false;
  std::unique_ptr<StateCache> states_;  // null: every execution is expanded
  EarlyLogs kept_;
  RunBytes run_bytes_;
  std::vector<Split> splits_;  // where the execution leaves alternatives of the same bound
  std::vector<std::uint16_t> threads_;
  WorkItem emitted_;
  Summary summary_;
  std::optional<Limit> ending_;  // nothing more is emitted; it remains to check whether anything was left
  bool unclear_ = false;         // the class of some execution is unknown
  bool over_ = false;
};

}  // namespace stalemate::explore
