// What the searches on happens-before graphs share (reduced_search.h, dpor_search.h): the graph of the stack,
// the path to its top, how a log is checked against both, and how an execution is emitted. The first run
// shows which threads exist from the start. A search that cannot continue ends with Limit::kGaveUp.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explore/engine/cut.h"
#include "explore/engine/engine.h"
#include "explore/engine/execution.h"
#include "explore/graph/log_actions.h"
#include "explore/graph/log_check.h"
#include "explore/strategy/strategy.h"
#include "model/log/log_walk.h"

namespace stalemate::explore {

class GraphSearch : public Engine {
 public:
  void end(Limit limit) override;
  bool over() const override { return over_; }
  const Summary& summary() const override { return summary_; }
  bool ended_early() const { return over_ && summary_.limit != Limit::kNone; }

 protected:
  // The choice that led to a state on the stack, as a work item describes it.
  struct Taken {
    std::uint32_t choice = 0;
    bool deviates = false;   // from what the tail would choose
    bool switches = false;   // from the last thread, or from the first value
    std::uint64_t hash = 0;  // of all choices so far
  };

  GraphSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
              const ReductionPlan& plan);

  // Reads a log whose first `known` actions are those of the graph. False: the search is over.
  bool read_log(const LogView& log, std::size_t known);
  // Prepares to take the log's actions. False: the search is over, since the log contains what no graph can.
  bool accept_log(const LogView& log);
  // Checks the log against the graph, takes its further actions, and emits it. Empty: the search is over.
  std::optional<Fit> take_actions(const LogView& log);
  void add_initial_threads();
  // What the thread that an action created does first.
  Announced first_of_child(std::uint32_t child, const LogAction& logged);
  // Enters into the graph what the log says of awaits, of threads that have made that many of their actions;
  // `thread`: of this one alone.
  void learn_awaits();
  void learn_awaits(std::uint32_t thread);
  // Along the path up to that length, then by the tail.
  void describe_path(WorkItem& item, std::size_t length) const;
  void give_up(GaveUp reason);
  // By Budget::cut.
  void cut_short();

  std::unique_ptr<Strategy> strategy_;
  Budget budget_;
  Cut cut_;
  Observer& observer_;
  ReductionPlan plan_;

  Numbering numbering_;
  HappensBefore graph_;
  LogActions log_actions_;

  std::vector<Taken> path_;             // one for each action of the graph
  std::vector<std::uint32_t> ids_;      // of each thread, in an execution along the path
  std::vector<std::uint32_t> threads_;  // the other way round
  std::uint32_t initial_ = 1;           // threads that exist from the start
  bool started_ = false;                // something has been run
  bool raced_ = false;                  // some execution had accesses that race
  GaveUp trouble_ = GaveUp::kNothing;   // with the log being taken
  std::uint64_t items_ = 0;
  WorkItem emitted_, cheaper_;
  LogWalk walk_;
  LoggedActors logged_actors_;
  Summary summary_;
  std::optional<Limit> ending_;
  bool over_ = false;

 private:
  void learn_await(std::uint32_t thread, const LogActions::Await& await);

  // Of each thread of the log, its awaits that are not in the graph yet, the first one last.
  std::vector<std::vector<std::uint32_t>> unlearned_awaits_;
  std::vector<AwaitTable::Value> await_values_;

  // Of the first run: the initial threads exist, and what they do first is known from log_actions_.
  virtual void begin_with_log() = 0;
  virtual Fit push_logged() = 0;
  virtual void count(const wire::LogHeader& header, const LogCounts& counts) = 0;
  // Of an execution that fits: its item, and whether to search for a cheaper order of it.
  virtual bool describe_execution(const wire::LogHeader& header, const LogCounts& counts) = 0;

  void emit(const LogView& log, Fit fit, bool blames);
};

}  // namespace stalemate::explore
