// One search, from the first item to the verdict. Pure: no clock, no I/O, no threads. Whoever runs it
// (the host, or a test on a toy system) asks for items, runs them in any order and on any number of
// workers, and hands the logs back in any order; executions are emitted to the observer in the canonical
// order (S4), each exactly once, whatever the order of arrival.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "explore/work_item.h"
#include "model/log_view.h"

namespace stalemate::explore {

class Strategy;

struct Budget {
  std::uint64_t executions = 0;  // 0 = no limit
};

// One execution, as the observer sees it, in canonical order.
struct Execution {
  std::uint64_t number = 0;  // 1, 2, 3, … in canonical order
  const WorkItem* item = nullptr;
  const wire::LogHeader* header = nullptr;
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
};

// What an observer wants next.
enum class Next { kGoOn, kStop };

class Observer {
 public:
  virtual ~Observer() = default;
  virtual Next on_execution(const Execution& execution) = 0;
};

enum class Limit { kNone, kExecutions, kStopped };

// The papers' figures for a search: Theorem 1's k, b, c, and the counts per bound.
struct Summary {
  std::uint64_t executions = 0;
  std::vector<std::uint64_t> per_bound;    // with exactly i preemptions; icb only
  std::optional<std::uint32_t> completed;  // the largest bound (or depth) exhausted
  bool complete = false;                   // nothing was left out at all, at any bound
  Limit limit = Limit::kNone;
  std::uint64_t abandoned = 0;
  std::uint32_t steps_max = 0, blocking_max = 0, preemptions_max = 0, threads_max = 0;
};

class Search {
 public:
  Search(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer);
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // The next item to run, canonical order first; false: nothing to issue until a log comes back, or done.
  bool next(WorkItem& item);
  // The log of an issued item. Emits whatever has become emittable.
  void finished(ItemId id, const LogView& log);
  // Stop issuing: time is up, or the user interrupted. What was emitted stays.
  void stop();
  bool done() const;
  // Items issued and not yet finished.
  std::uint64_t in_flight() const;
  const Summary& summary() const;

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace stalemate::explore
