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

#include "base/bytes.h"
#include "base/ids.h"
#include "explore/estimate.h"
#include "explore/pool.h"
#include "explore/work_item.h"
#include "model/log_view.h"
#include "model/log_walk.h"

namespace stalemate::explore {

class Strategy;

struct Budget {
  std::uint64_t executions = 0;  // 0 = no limit
};

// One execution, as the observer sees it, in canonical order.
struct Execution {
  std::uint64_t number = 0;        // 1, 2, 3, … in canonical order
  const WorkItem* item = nullptr;  // nullptr where the observer does not want it
  // An equivalent one with the fewest preemptions, where the search knows one that has less.
  const WorkItem* cheaper = nullptr;
  const wire::LogHeader* header = nullptr;
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  bool prefix_differs = false;  // not the execution its parent promised: the program is not deterministic
  bool malformed = false;       // the log contradicts itself, or does not follow the item
};

// What an observer wants next.
enum class Next { kGoOn, kStop };

class Observer {
 public:
  virtual ~Observer() = default;
  virtual Next on_execution(const Execution& execution) = 0;
  // Whether on_execution() looks at the item of an execution that fits and ended like this. Rebuilding an
  // item costs as much as reading its log.
  virtual bool wants_item(const wire::LogHeader&) const { return true; }
};

enum class Limit { kNone, kExecutions, kStopped, kGaveUp };

// How equivalent executions are left out (S8), in what was really done.
enum class Reduced : std::uint8_t {
  kNone,   // every interleaving
  kCache,  // each prefix of a happens-before graph once (third paper, Algorithm 1)
  kPor,    // each complete graph once (Algorithm 2)
  kDpor,   // the same without a bound and without a table: optimal dynamic partial-order reduction
};

// Why a search ended before its end that should have been reduced: to be begun again with another reduction.
enum class GaveUp : std::uint8_t {
  kNothing,
  kYields,     // a thread has yielded twice: what may run depends on the sequence, not on the graph (S10)
  kOperation,  // a step whose effect on others is not known
  kThreads,    // more threads than sets of them hold
  kRaces,      // accesses race that are no steps: what a thread does is not a function of the graph
  kBudget,     // more prefixes than are worth keeping
  kClocks,     // a clock is looked at that is not part of the states
};

// What a table of the program's states (seen_states.h) has done.
struct CachedStates {
  std::uint64_t states = 0;                     // distinct ones of the program
  std::vector<std::uint64_t> states_per_bound;  // met first with exactly i preemptions; icb only
  std::uint64_t pruned = 0;                     // executions that led to a state that had been met before
  std::uint64_t bytes = 0;
  bool full = false;         // it has taken no more
  std::uint64_t untold = 0;  // executions whose states are not known, or not to the end
  wire::StatesUnknown why = wire::StatesUnknown::kNothing;  // of the first such execution
};

// The papers' figures for a search: Theorem 1's k, b, c, and the counts per bound.
struct Summary {
  std::uint64_t executions = 0;
  std::vector<std::uint64_t> per_bound;    // with exactly i preemptions; icb only
  std::optional<std::uint32_t> completed;  // the largest bound (or depth) exhausted
  bool complete = false;                   // nothing was left out at all, at any bound
  Limit limit = Limit::kNone;
  std::uint64_t abandoned = 0;
  Reduced reduced = Reduced::kNone;
  GaveUp gave_up = GaveUp::kNothing;
  bool exact = true;                             // each class once, at its least bound (S10)
  std::optional<std::uint64_t> classes;          // distinct ones (S8); none where they were not counted
  std::vector<std::uint64_t> classes_per_bound;  // whose least bound is exactly i; icb only
  std::uint64_t redundant = 0;                   // executions of a class that had been met before
  std::uint64_t bounds_ns = 0, marks_ns = 0;  // time for context bounds and for Mark, by ReductionPlan::clock
  std::uint64_t prefixes = 0;                 // graphs kept in the reduction's table
  std::optional<CachedStates> cached;         // of ReductionPlan::states
  // Not empty ones whose context bound is exactly i, exact up to the bound that was exhausted; kPor, kCache
  // without yields.
  std::vector<std::uint64_t> prefixes_per_bound;
  std::uint32_t steps_max = 0, blocking_max = 0, preemptions_max = 0, threads_max = 0;

  // Takes in one more execution, but for its class. `bound`: its own, where they are counted by bounds.
  void add(const wire::LogHeader& header, const LogCounts& counts, std::optional<std::size_t> bound);
  // What is counted along the way, with classes; not how the search ended.
  void save(ByteSink& sink) const;
  void load(ByteSource& source);
};

// How a search leaves out equivalent executions. The worker must tell effects (wire::Config::effects).
struct ReductionPlan {
  Reduced how = Reduced::kNone;
  bool counts_classes = false;  // of kNone: tell the classes apart nevertheless
  bool yields = false;          // of kCache: the program yields, so that keys contain the fairness state
  std::uint32_t fair = 1;       // and every k-th yield counts (S9); 0: none does
  // Of kNone: executions are not expanded beyond a state that was met before. The worker must tell states
  // (wire::Config::states), with or without clocks.
  bool states = false;
  bool clocks = false;
  std::uint64_t most_state_bytes = 0;    // the table takes no more; 0 = no limit
  std::uint64_t most_prefixes = 0;       // more: give up; 0 = no limit
  std::uint64_t most_prefixes_each = 0;  // more for each execution, on average: give up; 0 = no limit
  std::uint64_t (*clock)() = nullptr;    // for benches: Summary::bounds_ns and marks_ns
  std::uint64_t most_executions = 0;     // of kDpor: more: give up; 0 = no limit
  bool ends_at_races = false;            // accesses that race will not become steps: give up at the first
  bool checks = false;            // kPor: the paper's invariants after every Mark; debug builds always do
  std::uint32_t speculative = 0;  // items that may be run before it is known that they are needed
  // And items out at once beyond which no more are guessed: a run that is needed has to wait for them; 0 = no
  // limit.
  std::uint32_t speculative_at_once = 0;
};

// How much a search may keep at once. None of it changes what is emitted.
struct Room {
  std::uint32_t executions = 16384;        // issued and not yet emitted
  std::uint64_t window_bytes = 64u << 20;  // beyond that only a few items are in flight at a time
  MemorySource memory = default_memory();  // for everything that grows with the frontier
};

// What the frontier takes. Items are those of later bounds and of the current one not yet looked at.
struct FrontierSize {
  std::uint64_t items = 0;
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;           // in use
  std::uint64_t reserved_bytes = 0;  // slabs and chunks
};

class Search {
 public:
  class Engine;

  Search(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer, const Room& room = {},
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
  class Core;
  std::unique_ptr<Engine> engine_;
};

}  // namespace stalemate::explore
