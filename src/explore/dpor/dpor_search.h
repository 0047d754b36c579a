// Optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas 2014: source sets with wakeup
// trees): one execution for each happens-before graph, without a bound on preemptions and without a table of
// visited states.
//
// The search is depth first. An execution is run from the start along a leaf of a wakeup tree, then by the
// tail policy to its end. Its races are reversed (reversals.h): a sequence to be run from the state before
// the race is put into that state's tree, unless a move that was made there before might as well come first
// in it (sleep sets). So every leaf wakes up all sleeping threads, and no two executions have the same graph.
// Alternatives of a data choice are like races of the choice with itself.
//
// A reversal of the step at depth j contains only moves before j. So it depends only on the execution up to
// j, and steps that an execution shares with the previous one need not be checked again. That every graph is
// found is the argument of the paper, with w_p followed at once by the step that conflicts with p.
//
// Where the outcome of a step does not follow from the graph (a futex that reads memory), the worst is
// assumed, and an execution may reach a move that sleeps: it is counted as redundant and not searched further
// (sleep-set optimal).
//
// All leaves are run in any case, so workers may run any of them early; their logs are stored. The order of
// executions is that of the sequential search.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "explore/dpor/reversals.h"
#include "explore/engine/early_logs.h"
#include "explore/reduction/graph_search.h"

namespace stalemate::explore {

class DporSearch final : public GraphSearch, private Reversals::Listener {
 public:
  DporSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
             const ReductionPlan& plan);

  bool next(WorkItem& item) override;
  void finished(ItemId id, const LogView& log) override;
  std::uint64_t in_flight() const override { return issued_.size(); }
  FrontierSize frontier() const override;
  std::optional<Estimate> estimate() const override;
  bool can_save() const override;
  void save(ByteSink& sink) override;
  bool load(ByteSource& source) override;

 private:
  // A state on the stack.
  struct Node {
    WakeupTrees::Tree tree;  // still to be run from here
    // In sleepers_: moves that sleep here; moves that were made here and came back have joined them.
    std::uint32_t sleep_begin = 0, sleep_end = 0;
    std::uint32_t made = 0;     // moves that came back
    std::uint32_t threads = 1;  // that have been created
  };
  struct Leaf {
    std::uint32_t branch = 0;
    std::uint64_t number = 0;
  };
  // A sequence that need not be run if some leaf is as assumed.
  struct Doubtful {
    std::uint32_t depth = 0;
    std::vector<Move> moves;
    Move at_least;  // the last of them
  };

  void turned(std::uint32_t depth, Moves& moves, const Move& at_least) override;
  void insert(std::uint32_t depth, Moves& moves, const Move& at_least);
  void insert_along(std::uint32_t depth, Moves& moves, const Move& at_least);
  void reconsider(std::uint64_t leaf, const Move& planned);
  void advance();
  bool take_kept();
  void backtrack();
  void leave_top();
  void shrink();
  void finish();
  void describe_leaf(WorkItem& item, std::uint32_t leaf);
  void issue(WorkItem& item, std::uint32_t leaf);

  void take_log(const LogView& log);
  void begin_with_log() override;
  Fit push_logged() override;
  void count(const wire::LogHeader& header, const LogCounts& counts) override;
  bool describe_execution(const wire::LogHeader& header, const LogCounts& counts) override;
  Fit push(std::uint32_t thread, const LogAction& logged, const StepEffect& effect);
  bool is_as_planned(const Move& move, const Move& planned) const;
  bool deviates(std::uint32_t thread, const StepEffect& effect, bool chooses) const;
  bool agrees();
  bool sleeps(const Node& node, const Move& move) const;
  void open_node(const Move& move, const WakeupTrees::Tree& tree);
  void add_alternatives(const Move& move, std::uint32_t alternatives);
  void leave_redundant();
  void save_stack(ByteSink& sink) const;
  bool load_stack(ByteSource& source);
  bool load_threads(ByteSource& source);
  bool load_node(ByteSource& source);
  void save_doubtful(ByteSink& sink, std::uint64_t leaf) const;
  bool load_doubtful(ByteSource& source, std::uint64_t leaf, std::uint32_t depth);

  Reversals reversals_;
  WakeupTrees trees_;

  std::vector<Node> nodes_;  // one more than the graph has actions
  std::vector<Move> sleepers_;
  std::vector<std::uint32_t> leaf_ids_, branches_;

  std::uint32_t planned_end_ = 0;            // its moves up to here are those of the leaf
  std::uint64_t planned_leaf_ = 0;           // its number
  Move planned_;                             // the last of them, as it was expected to be
  std::uint32_t fresh_from_ = 0;             // the first state that is new in the execution being taken
  bool fails_try_ = false;                   // it is redundant for that reason
  std::uint32_t redundant_at_ = 0;           // where a sleeping move was made
  bool demands_ = true;                      // the next execution is waited for
  std::uint32_t leaf_ = WakeupTrees::kNone;  // which; kNone: the very first
  std::uint64_t awaited_ = 0;                // the item; 0: not issued yet
  std::unordered_map<std::uint64_t, std::vector<Doubtful>> doubtful_;  // by the numbers of those leaves
  Moves moves_;
  std::vector<Leaf> fresh_;                         // perhaps not issued yet, the last one first
  std::unordered_map<std::uint64_t, Leaf> issued_;  // by their items, while they are in flight
  EarlyLogs kept_;                                  // by the numbers of their leaves
};

}  // namespace stalemate::explore
