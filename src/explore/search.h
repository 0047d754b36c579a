// One search, from the first item to the verdict. Pure: no clock, no I/O, no threads. The caller (the host,
// or a test on a toy system) asks for items, runs them in any order and on any number of workers, and hands
// the logs back in any order; executions are emitted to the observer in the canonical order (S4), each
// exactly once, whatever the order of arrival. The same holds for where it ends: a budget, or an observer
// that wants to stop, gives the same executions and the same summary with any number of workers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explore/engine/engine.h"
#include "explore/engine/execution.h"
#include "explore/engine/plan.h"
#include "explore/strategy/strategy.h"

namespace stalemate::explore {

class Search {
 public:
  Search(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer, const MemoryLimits& room = {},
         const ReductionPlan& plan = {});
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // The next item to run, canonical order first; false: nothing to issue until a log comes back, or done. May
  // process logs that came back before, and emit.
  bool next(WorkItem& item);
  // The log of an issued item. Emits all executions that it makes ready.
  void finished(ItemId id, const LogView& log);
  // Ends the search: time is up, or the user interrupted. What was emitted stays, nothing more is emitted;
  // logs that still come back are ignored.
  void stop();
  // Nothing more will be issued or emitted; the summary is final.
  bool done() const;
  // Items issued and not yet finished.
  std::uint64_t in_flight() const;
  const Summary& summary() const;
  FrontierSize frontier() const;
  // Of the current round, after what was emitted; empty for samples, whose number is given.
  std::optional<Estimate> estimate() const;

  // ---- to resume later: reduced searches only
  // Possible if stop() or its budget has ended the search; not if it completed, its observer stopped it, or
  // it gave up. Between any two logs.
  bool can_save() const;
  void save(ByteSink& sink);
  // Into a new search with the same strategy and plan: it then emits and sums up what the other would have.
  // Its budget covers only what is still to come. False: the input is not such a search, and this one is
  // unusable.
  bool load(ByteSource& source);

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace stalemate::explore
