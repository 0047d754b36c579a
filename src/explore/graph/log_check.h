// Checks a log that a reduced search requested against what the search knows: the path to the top of its
// stack, and which threads can act. `ids` of the threads are those of an execution along the path, `threads`
// the inverse.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/engine/execution.h"
#include "explore/engine/fit.h"
#include "explore/engine/summary.h"
#include "explore/graph/happens_before.h"
#include "explore/graph/log_actions.h"
#include "model/log/log_walk.h"

namespace stalemate::explore {

// The points of all actions of the graph: the same choices of the same threads, the same operations.
Fit follow(LogWalk& walk, const HappensBefore& graph, const std::vector<std::uint32_t>& ids);

// An execution as passed to its observer; without its item.
Execution execution_of(const Summary& summary, const wire::LogHeader& header, const LogCounts& counts,
                       Fit fit);

// Adds the threads whose waits the action ends. False: there is no such thread.
bool add_woken(const LogActions& logged, const LogAction& action, const std::vector<std::uint32_t>& threads,
               ThreadSet& woken);

// Which threads can act at the end of the graph, by the model.
struct Actors {
  std::uint32_t chooser = Numbering::kNoName;
  ThreadSet enabled = 0, timed = 0;
};

// Which threads can act at the points of a log, by the worker.
class LoggedActors {
 public:
  // Another log begins.
  void forget() { *this = {}; }
  // Whether the model knows which threads can act here, apart from threads whose next action is unknown.
  bool agree(const Actors& model, const LogWalk& walk, const HappensBefore& graph,
             const std::vector<std::uint32_t>& threads);

 private:
  std::uint64_t version_ = 0;  // of the walk's
  ThreadSet enabled_ = 0, runs_on_ = 0;
};

}  // namespace stalemate::explore
