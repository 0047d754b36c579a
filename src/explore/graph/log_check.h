// A log that a reduced search has asked for, held against what the search knows: the path to the top of its
// stack, and who can act. `ids` of the threads are those of an execution along the path, `threads` the other
// way round.
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

// An execution as its observer is told of it; without its item.
Execution execution_of(const Summary& summary, const wire::LogHeader& header, const LogCounts& counts,
                       Fit fit);

// Adds those whose waits the action ends. False: there is no such thread.
bool add_woken(const LogActions& logged, const LogAction& action, const std::vector<std::uint32_t>& threads,
               ThreadSet& woken);

// Who can act at the end of the graph, by the model.
struct Actors {
  std::uint32_t chooser = Numbering::kNoName;
  ThreadSet enabled = 0, timed = 0;
};

// Who can act at the points of a log, by the worker.
class LoggedActors {
 public:
  // Another log begins.
  void forget() { *this = {}; }
  // Whether the model knows who can act here, apart from threads of which it does not know what they do.
  bool agree(const Actors& model, const LogWalk& walk, const HappensBefore& graph,
             const std::vector<std::uint32_t>& threads);

 private:
  std::uint64_t version_ = 0;  // of the walk's
  ThreadSet enabled_ = 0, runs_on_ = 0;
};

}  // namespace stalemate::explore
