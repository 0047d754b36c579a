// Algorithms 1 and 2 of the third paper: one execution for each happens-before graph whose context bound is
// within the current one, each exactly once over all bounds, none missed, none redundant (Theorem 4).
//
// The depth-first Search of the paper runs here, on graphs (explore/graph/happens_before.h). The program
// itself is run only where the paper's next(s, t) cannot be computed: where an action occurs with a new past,
// and where a terminal graph was reached that has not been run. Such a run continues by the tail policy to
// its end, and every state that it passes is new, since it contains the new action, and within the bound,
// since the tail never preempts. So each run yields a new terminal graph.
//
// kPor: H is TerminalClosure. kCache: H is every state visited, each of which is visited once and counted.
// When the bound grows, nothing is done twice: H stays, and the search continues from the steps that cost too
// much before (terminal_closure.h argues why that is enough).
//
// The order of executions is that of the paper's sequential search, with any number of workers. While the
// next one is awaited, others that will probably be needed may be run as well (speculation); their logs are
// stored until it is known whether they are.
//
// A search that cannot continue like this ends with Limit::kGaveUp.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explore/engine/estimate.h"
#include "explore/reduction/deferred_states.h"
#include "explore/reduction/graph_search.h"
#include "explore/reduction/known_actions.h"
#include "explore/reduction/speculation.h"
#include "explore/reduction/terminal_closure.h"

namespace stalemate::explore {

class ReducedSearch final : public GraphSearch {
 public:
  ReducedSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
                const MemoryLimits& room, const ReductionPlan& plan);

  bool next(WorkItem& item) override;
  void finished(ItemId id, const LogView& log) override;
  void end(Limit limit) override;
  std::uint64_t in_flight() const override { return in_flight_; }
  FrontierSize frontier() const override;
  std::optional<Estimate> estimate() const override;
  bool can_save() const override;
  void save(ByteSink& sink) override;
  bool load(ByteSource& source) override;

 private:
  // A state on the stack of Search, and which of its successors have been tried.
  struct Node {
    ThreadSet enabled = 0, timed = 0;
    ThreadSet tried = 0, excused = 0;  // excused: too expensive for this bound
    ThreadSet guessed = 0;             // checked by speculation
    std::uint32_t chooser = Numbering::kNoName;
    std::uint32_t value = 0;  // the next to be tried
    std::uint32_t last = 0;   // the thread that led here
    std::uint32_t tail = 0;   // the tail policy's choice
    bool deferred = false;    // resumed for what cost too much before
    bool executed = false;    // terminal, and run
    PrefixRecord record;      // if the bound requires it
  };
  // A run that the search waits for.
  struct Demand {
    bool steps = false;  // by `thread`, or with `value`, from the top of the stack; else along the stack only
    std::uint32_t thread = 0, value = 0;
  };

  // What a thread did the last time it made this step as its n-th.
  struct Likely {
    std::uint64_t object = 0;
    OpKind op = OpKind::kNone;
    StepEffect effect;
  };
  // A probable state of the awaited log.
  struct Predicted {
    ThreadSet enabled = 0, runs_on = 0;
    std::uint32_t last = 0, tail = 0;
  };
  struct PredictedKey {
    std::uint32_t thread = 0, number = 0;
    Hash128 key;
  };
  // A run that will probably be needed after that log.
  struct Beyond {
    std::uint64_t node = 0, key = 0;
    std::vector<wire::Deviation> deviations;  // after the path
  };

  void begin_round();
  void restore_start();
  bool take_up();
  std::uint32_t last_thread() const;
  void finish_round();
  void advance();
  void search_top();
  bool gave_up();
  std::uint64_t affordable_prefixes(std::uint64_t executions) const;
  bool costs_too_much() const;
  void limit_prefixes();
  bool is_terminal(const Node& node) const;
  bool descend(Node& node);
  bool pick(Node& node, std::uint32_t& thread, std::uint32_t& value);
  bool is_new(std::uint32_t thread, std::uint32_t value);
  std::optional<StepEffect> known_next(const Prefix& x, std::uint32_t thread, std::uint32_t value);
  void grow(std::uint32_t thread, const StepEffect& effect);
  void push(std::uint32_t thread, const StepEffect& effect, const LogAction* logged = nullptr);
  void shrink();
  void close(const Node& node);
  void mark_whole();
  void deferred(const TerminalClosure::Excuse& excuse);
  static bool is_same(const Action& action, const Ran& ran);
  void open_node(std::uint32_t last, ContextBounds::Grown grown = {});
  std::uint32_t tail_of(ThreadSet enabled, ThreadSet runs_on, std::uint32_t last) const;
  void enter_estimate(const Node& node);
  void add_to_path(std::uint32_t choice, bool deviates, bool switches);

  void demand(const Demand& wanted);
  bool take_speculated();
  std::uint64_t path_hash(std::size_t length) const;
  static std::uint64_t extended(std::uint64_t hash, std::uint32_t choice) {
    hash = (hash ^ choice) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
  }
  static std::uint64_t key_of(std::uint64_t node, const Demand& wanted);
  void describe(WorkItem& item, std::size_t length, const Node& node, const Demand& wanted) const;
  bool speculate(WorkItem& item);
  void remember_effect(std::uint32_t thread, std::uint32_t number, const LogAction& logged);
  const StepEffect* likely_effect(std::uint32_t thread) const;
  void look_beyond();
  bool is_predicted(std::uint32_t thread);
  void guess_from(const Predicted& at, std::uint32_t grown_from, std::uint32_t price);
  bool speculate_on_stack(WorkItem& item);
  bool find_guess(Node& node, const Prefix& x, Hash128 hash, Demand& wanted);
  bool speculate_ahead(WorkItem& item);
  void issue(WorkItem& item, std::uint64_t node, std::uint64_t under, std::uint64_t key);

  void take_log(const LogView& log);
  void take_divergence(const LogView& log, const Demand& wanted);
  void begin_with_log() override;
  Fit push_logged() override;
  void learn(const LogAction& logged);
  void count(const wire::LogHeader& header, const LogCounts& counts) override;
  bool describe_execution(const wire::LogHeader& header, const LogCounts& counts) override;
  void count_prefixes();
  void save_stack(ByteSink& sink) const;
  bool load_stack(ByteSource& source);
  void save_counts(ByteSink& sink) const;
  void load_counts(ByteSource& source);
  bool has_run(Hash128 hash);

  PrefixTable table_;
  ContextBounds bounds_;
  TerminalClosure closure_;
  KnownActions known_;

  std::vector<Node> nodes_;         // one more than the graph has actions
  DeferredStates current_, later_;  // of this bound and of the next
  std::uint32_t put_last_ = 0;      // leading actions of the path shared with the last deferred state
  Delayed delayed_, ahead_;
  std::vector<TerminalClosure::Excuse> excuses_;
  TreeEstimate estimate_;
  bool estimates_ = true;  // it has observed the round from its beginning
  bool keeps_ = true;      // the next bound will be searched
  bool deferred_ = false;  // something is left for it

  std::uint32_t bound_ = 0;
  RoundEnd round_end_;
  std::optional<Demand> demand_;
  std::uint64_t awaited_ = 0;  // the item that will fulfil it; 0: not issued yet
  bool guesses_ = true;        // more may be guessed before the next demand
  std::size_t ahead_at_ = 0;   // the next thread of ahead_ to check
  Speculation speculation_;
  Speculation::Log taken_;
  std::vector<Likely> likely_[Numbering::kMostThreads];
  std::vector<Predicted> predicted_;
  std::vector<PredictedKey> keys_;  // of the predicted actions
  std::vector<Beyond> beyond_;
  bool looks_beyond_ = false;  // the awaited log has not been predicted yet
  std::uint64_t in_flight_ = 0;
};

}  // namespace stalemate::explore
