// How a reduced search processes the log of a run that it requested.
#include <algorithm>

#include "explore/reduction/reduced_search.h"
#include "model/outcome.h"

namespace stalemate::explore {

void ReducedSearch::take_log(const LogView& log) {
  const Demand wanted = *demand_;
  describe(emitted_, path_.size(), nodes_.back(), wanted);
  emitted_.id = ItemId{};
  demand_.reset();
  if (!read_log(log, graph_.size())) return;
  if (log.header->outcome == wire::Outcome::kDiverged) return take_divergence(log, wanted);
  if (!accept_log(log)) return;
  if (graph_.has_awaits()) nodes_.back().enabled = graph_.enabled(graph_.whole(), nodes_.back().timed);
  if (take_actions(log) != Fit::kFits || over_) return;
  Node& node = nodes_.back();
  node.executed = true;
  node.enabled = 0;
  if (plan_.how == Reduced::kPor) mark_whole();
  if (PrefixRecord* record = table_.find(graph_.hash())) record->run = true;
}

bool ReducedSearch::has_run(Hash128 hash) {
  const PrefixRecord* record = table_.find(hash);
  return record != nullptr && record->run;
}

// The item did not fit. If the model only guessed that the thread could act, it could not; else the model is
// wrong, or the program is not deterministic: the search without reduction will show which.
void ReducedSearch::take_divergence(const LogView& log, const Demand& wanted) {
  const Announced* next = graph_.announced(graph_.whole(), wanted.thread);
  const bool guessed = wanted.steps && (next == nullptr || next->kind == Announced::Kind::kUnknown);
  if (guessed && log.header->divergence == path_.size()) return;
  give_up(raced_ ? GaveUp::kRaces : GaveUp::kOperation);
}

void ReducedSearch::begin_with_log() {
  threads_.assign(1, 0);
  restore_start();
  for (const std::uint32_t thread : threads_) {
    const Announced first = log_actions_.first(static_cast<std::uint16_t>(ids_[thread]));
    known_.add_first(graph_.first_key(thread), first);
    graph_.set_first(thread, first);
  }
  nodes_.clear();
  open_node(0);
  enter_estimate(nodes_.back());
}

// Everything after it is new.
Fit ReducedSearch::push_logged() {
  const auto& actions = log_actions_.actions();
  const std::uint32_t known = graph_.size();
  while (walk_.next()) {
    const std::uint32_t i = graph_.size() - known;
    if (i >= actions.size() || actions[i].thread >= threads_.size()) return Fit::kMalformed;
    const LogAction& logged = actions[i];
    const std::uint32_t thread = threads_[logged.thread];
    StepEffect with_woken;
    if (logged.woken != 0) {
      with_woken = logged.effect;
      if (!add_woken(log_actions_, logged, threads_, with_woken.wakes)) return Fit::kMalformed;
    }
    const StepEffect& effect = logged.woken == 0 ? logged.effect : with_woken;
    Node& node = nodes_.back();
    if (!logged_actors_.agree({node.chooser, node.enabled, node.timed}, walk_, graph_, threads_) ||
        !graph_.may_go(thread, effect) ||
        (logged.bytes != 0 && !numbering_.accessed(logged.step.object, logged.bytes))) {
      trouble_ = GaveUp::kOperation;
      return Fit::kMalformed;
    }
    node.tried |= only(thread);
    if (node.chooser != Numbering::kNoName) node.value = std::max(node.value, logged.effect.chosen + 1);
    push(thread, effect, &logged);
    if (graph_.has_too_many_threads()) {
      trouble_ = GaveUp::kThreads;
      return Fit::kMalformed;
    }
  }
  return walk_.malformed() ? Fit::kMalformed : Fit::kFits;
}

// What must be known before the graph that the action completes is queried.
void ReducedSearch::learn(const LogAction& logged) {
  const Action& action = graph_.action(graph_.size() - 1);
  if (plan_.speculative != 0) remember_effect(action.thread, action.number, logged);
  if (action.child == 0) return;
  const Announced first = first_of_child(action.child, logged);
  known_.add_first(graph_.first_key(action.child), first);
  graph_.set_first(action.child, first);
}

bool ReducedSearch::describe_execution(const wire::LogHeader&, const LogCounts& counts) {
  return strategy_->round().costs == Costs::kPreemptions && counts.preemptions > bound_;
}

void ReducedSearch::count(const wire::LogHeader& header, const LogCounts& counts) {
  ++round_end_.executions;
  round_end_.steps_max = std::max(round_end_.steps_max, counts.steps);
  const bool counted = strategy_->counts_per_bound();
  summary_.add(header, counts, counted ? std::optional<std::size_t>(bound_) : std::nullopt);
  *summary_.classes += has_class(header);
  if (!counted) return;
  summary_.classes_per_bound.resize(std::max<std::size_t>(summary_.classes_per_bound.size(), bound_ + 1u));
  summary_.classes_per_bound[bound_] += has_class(header);
}

void ReducedSearch::count_prefixes() {
  std::vector<std::uint64_t>& counts = summary_.prefixes_per_bound;
  counts.clear();
  table_.for_each([&counts](const PrefixRecord& record) {
    if (record.hash == Hash128{}) return;
    if (counts.size() <= record.bound) counts.resize(record.bound + std::size_t{1});
    ++counts[record.bound];
  });
}

}  // namespace stalemate::explore
