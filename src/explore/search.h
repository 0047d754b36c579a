// One search, from the first item to the verdict. Pure: no clock, no I/O, no threads. Whoever runs it
// (the host, or a test on a toy system) asks for items, runs them in any order and on any number of
// workers, and hands the logs back in any order; executions are emitted to the observer in the canonical
// order (S4), each exactly once, whatever the order of arrival. The same holds for where it ends: a budget,
// or an observer that wants to stop, gives the same executions and the same summary with any number of
// workers.
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
  // take in logs that came back before, and emit.
  bool next(WorkItem& item);
  // The log of an issued item. Emits whatever has become emittable.
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
  // Of the round under way, after what was emitted; none for samples, whose number is given.
  std::optional<Estimate> estimate() const;

  // ---- to go on another time: reduced searches only
  // Not of one that came to its end, was stopped by its observer, or gave up; of one that stop() or its
  // budget has ended. Between any two logs.
  bool can_save() const;
  void save(ByteSink& sink);
  // Into one that is new, of the same strategy and plan: what it emits and sums up from now on is what the
  // other would have. Its budget is of what is still to come. False: that is no such search, and this one is
  // of no use any more.
  bool load(ByteSource& source);

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace stalemate::explore
