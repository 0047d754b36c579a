#include "explore/reduction/reduced_search.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "model/operations.h"

namespace stalemate::explore {

ReducedSearch::ReducedSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
                             const MemoryLimits& room, const ReductionPlan& plan)
    : GraphSearch(std::move(strategy), budget, observer, plan),
      table_(room.memory),
      bounds_(graph_, table_, cut_),
      closure_(graph_, table_, bounds_, cut_),
      known_(table_) {
#ifndef NDEBUG
  plan_.checks = true;
#endif
  limit_prefixes();
  begin_round();
  nodes_.push_back(Node{});
  advance();
}

// ---- rounds

void ReducedSearch::begin_round() {
  round_end_ = RoundEnd{};
  const Round round = strategy_->round();
  closure_.set_bound(round.costs == Costs::kPreemptions ? bound_ : TerminalClosure::kUnlimited);
  keeps_ = round.keep_pending;
  current_.clear();
  current_.swap(later_);
  estimates_ = true;
  if (bound_ == 0)
    estimate_.begin(1);
  else
    estimate_.begin_next(std::max<std::uint64_t>(current_.entries(), 1));
  speculation_.clear();
  delayed_ = ahead_ = Delayed();
  ahead_at_ = 0;
  put_last_ = 0;
}

// The threads that exist before the first step.
void ReducedSearch::restore_start() {
  add_initial_threads();
  for (const std::uint32_t thread : threads_)
    if (const auto first = known_.find_first(graph_.first_key(thread))) graph_.set_first(thread, *first);
}

// The next deferred state comes to the top; its order of actions is run again from where it differs from the
// previous one.
bool ReducedSearch::take_up() {
  const auto is_in_h = [this](const Delayed::Step& step) { return closure_.contains(step.graph); };
  std::uint32_t same = graph_.size();  // the order that was taken up before
  do {
    if (current_.empty()) return false;
    current_.take(delayed_);
    same = std::min(same, delayed_.same);
    std::erase_if(delayed_.steps, is_in_h);
  } while (delayed_.steps.empty());
  const std::vector<Ran>& order = delayed_.order;
  while (same < graph_.size() && same < order.size() && is_same(graph_.action(same), order[same])) ++same;
  while (graph_.size() > same) shrink();
  for (std::uint32_t i = same; i < order.size(); ++i) {
    const std::uint32_t value = order[i].is_value ? order[i].choice : 0;
    const auto effect = known_next(graph_.whole(), order[i].thread, value);
    if (!effect) {  // what it does depends on more than the actions before it
      give_up(GaveUp::kOperation);
      return false;
    }
    add_to_path(order[i].choice, order[i].deviates, order[i].deviates);
    grow(order[i].thread, *effect);
  }
  open_node(last_thread());
  if (estimates_) estimate_.enter(static_cast<std::uint32_t>(delayed_.steps.size()));
  nodes_.back().deferred = true;
  nodes_.back().tried = ~ThreadSet{0};
  for (const Delayed::Step& step : delayed_.steps) nodes_.back().tried &= ~only(step.thread);
  return true;
}

bool ReducedSearch::is_same(const Action& action, const Ran& ran) {
  return action.thread == ran.thread && (!ran.is_value || action.chosen == ran.choice);
}

// The thread of the last step.
std::uint32_t ReducedSearch::last_thread() const {
  for (std::uint32_t i = graph_.size(); i > 0; --i)
    if (!graph_.action(i - 1).choice) return graph_.action(i - 1).thread;
  return 0;
}

void ReducedSearch::finish_round() {
  round_end_.pending = deferred_;
  const Sequel sequel = strategy_->after(round_end_);
  if (sequel.completed) summary_.completed = sequel.completed;
  if (sequel.kind == Sequel::Kind::kEnd) {
    summary_.complete = sequel.complete;
    // A bound without executions is listed, too, unless nothing is left beyond it.
    if (strategy_->counts_per_bound() && !sequel.complete) summary_.per_bound.resize(bound_ + std::size_t{1});
    return end(Limit::kNone);
  }
  ++bound_;
  deferred_ = false;
  begin_round();
  if (ending_) end(*ending_);
}

// ---- the paper's Search, with an explicit stack

// Continues until something must be run.
void ReducedSearch::advance() {
  while (!over_ && !gave_up() && !demand_) {
    if (nodes_.empty()) {
      if (!take_up() && !over_) finish_round();
    } else {
      search_top();
    }
  }
}

void ReducedSearch::search_top() {
  Node& node = nodes_.back();
  if (is_terminal(node) && !node.executed) {
    node.executed = true;
    if (!has_run(graph_.hash())) demand(Demand{});
  } else if (!descend(node)) {
    close(node);
    speculation_.forget_node(path_hash(path_.size()));
    if (estimates_ && !is_terminal(node)) estimate_.leave();
    nodes_.pop_back();
    if (!nodes_.empty()) shrink();
  }
}

// Nothing is left to do here within the bound. For a state in H the rest for the next bound is known. A state
// whose successors were in H before it came within the bound enters H now (SE of the paper's Search).
void ReducedSearch::close(const Node& node) {
  if (plan_.how == Reduced::kPor && !node.deferred) {
    if (closure_.contains(graph_.hash())) return;
    if (closure_.is_closed(graph_.whole(), graph_.hash(), node.record)) mark_whole();
  }
  if (node.excused != 0) deferred({graph_.whole(), graph_.hash(), node.excused});
}

void ReducedSearch::mark_whole() {
  excuses_.clear();
  const std::uint64_t begins = plan_.clock != nullptr ? plan_.clock() : 0;
  closure_.mark_whole(excuses_);
  if (plan_.clock != nullptr) summary_.marks_ns += plan_.clock() - begins;
  if (plan_.checks) closure_.check();
  for (const TerminalClosure::Excuse& excuse : excuses_) {
    if (cut_.now(graph_.size())) return;
    deferred(excuse);
  }
}

void ReducedSearch::deferred(const TerminalClosure::Excuse& excuse) {
  deferred_ = true;
  if (!keeps_) return;
  if (excuse.hash != graph_.hash()) {
    put_last_ = 0;
    return later_.add(graph_, excuse.x, excuse.hash, excuse.threads);
  }
  later_.begin(path_.size(), put_last_);
  for (std::uint32_t i = put_last_; i < path_.size(); ++i)
    later_.put(Ran{graph_.action(i).thread, path_[i].choice, graph_.action(i).choice, path_[i].switches});
  later_.put_steps(graph_, excuse.x, excuse.hash, excuse.threads, ids_.data());
  put_last_ = static_cast<std::uint32_t>(path_.size());
}

bool ReducedSearch::gave_up() {
  if (over_) return true;
  if (cut_.now()) {
    cut_short();
    return true;
  }
  if (bounds_.overflowed() || costs_too_much()) give_up(GaveUp::kBudget);
  limit_prefixes();
  if (graph_.has_too_many_threads()) give_up(GaveUp::kThreads);
  return over_;
}

// How many prefixes that many executions may have cost. The cost of one is known after some of them, or after
// the first if it alone costs too much.
std::uint64_t ReducedSearch::affordable_prefixes(std::uint64_t executions) const {
  constexpr std::uint64_t kSome = 16;
  const std::uint64_t limit = plan_.most_prefixes != 0 ? plan_.most_prefixes : ~std::uint64_t{0};
  if (plan_.most_prefixes_each == 0) return limit;
  return std::min(limit, plan_.most_prefixes_each * (executions + kSome));
}

bool ReducedSearch::costs_too_much() const {
  return table_.size() > affordable_prefixes(summary_.executions);
}

// So that a graph with too many prefixes is noticed while they are counted, before they take up memory. An
// overflow must have been noticed before: the limit grows.
void ReducedSearch::limit_prefixes() { bounds_.set_limit(affordable_prefixes(summary_.executions + 1)); }

bool ReducedSearch::is_terminal(const Node& node) const { return node.enabled == 0 && started_; }

// Lines 8 to 12 of Algorithm 2, lines 5 to 9 of Algorithm 1.
bool ReducedSearch::descend(Node& node) {
  Demand wanted;
  wanted.steps = true;
  if (!started_) {
    demand(Demand{});
    return true;
  }
  if (plan_.how == Reduced::kPor && !node.deferred && closure_.contains(graph_.hash())) return false;
  if (!pick(node, wanted.thread, wanted.value)) return false;
  if (const auto effect = known_next(graph_.whole(), wanted.thread, wanted.value)) {
    push(wanted.thread, *effect);
  } else {
    demand(wanted);
  }
  return true;
}

// The tail's choice first, then by path (S4).
bool ReducedSearch::pick(Node& node, std::uint32_t& thread, std::uint32_t& value) {
  value = 0;
  if (node.chooser != Numbering::kNoName) {
    thread = node.chooser;
    const std::uint32_t alternatives = graph_.announced(graph_.whole(), thread)->alternatives;
    while (node.value < alternatives) {
      value = node.value++;
      if (is_new(thread, value)) return true;
    }
    return false;
  }
  const auto tries = [&](std::uint32_t candidate) {
    if ((node.enabled & ~node.tried & only(candidate)) == 0) return false;
    node.tried |= only(candidate);
    thread = candidate;
    if (closure_.affords(node.record, candidate)) return is_new(candidate, 0);
    node.excused |= only(candidate);
    return false;
  };
  if (tries(node.tail)) return true;
  return std::any_of(numbering_.by_path().begin(), numbering_.by_path().end(), tries);
}

// next(s, t) is not in H.
bool ReducedSearch::is_new(std::uint32_t thread, std::uint32_t value) {
  return !closure_.contains_next(graph_.whole(), graph_.hash(), thread, value);
}

// The effect of the thread's next action at the prefix, if it was ever run with that past.
std::optional<StepEffect> ReducedSearch::known_next(const Prefix& x, std::uint32_t thread,
                                                    std::uint32_t value) {
  const Announced* step = graph_.announced(x, thread);
  for (const StepResult result : {StepResult::kSucceeded, StepResult::kFailed}) {
    if (result == StepResult::kFailed && !may_fail(step->op)) break;
    const HappensBefore::Probe probe = graph_.probe(x, thread, result, value);
    if (!probe.possible) continue;
    std::optional<StepEffect> effect = known_.find(probe.key);
    if (!effect) continue;
    effect->chosen = value;
    return effect;
  }
  return std::nullopt;
}

// ---- the stack

// Adds the action to the graph, and records the id that an execution gives to the thread that it creates.
void ReducedSearch::grow(std::uint32_t thread, const StepEffect& effect) {
  graph_.push(thread, effect);
  const std::uint32_t child = graph_.action(graph_.size() - 1).child;
  if (child == 0) return;
  ids_[child] = static_cast<std::uint32_t>(threads_.size());
  threads_.push_back(child);
  if (const auto first = known_.find_first(graph_.first_key(child))) graph_.set_first(child, *first);
}

void ReducedSearch::push(std::uint32_t thread, const StepEffect& effect, const LogAction* logged) {
  const Node& node = nodes_.back();
  const bool chooses = node.chooser != Numbering::kNoName;
  const bool runs_on = thread == node.last && (node.enabled & ~node.timed & only(thread)) != 0;
  if (chooses)
    add_to_path(effect.chosen, effect.chosen != 0, effect.chosen != 0);
  else
    add_to_path(ids_[thread], thread != node.tail, !runs_on);
  const std::uint32_t last = chooses ? node.last : thread;
  grow(thread, effect);
  const Hash128 key = graph_.action(graph_.size() - 1).key;
  table_.expect(graph_.hash());
  if (logged != nullptr) {
    table_.expect(key);
    learn(*logged);
    learn_awaits(thread);
  }
  open_node(last, {&node.record, thread, logged != nullptr});
  if (logged != nullptr) known_.add(key, effect);
  enter_estimate(nodes_.back());
}

void ReducedSearch::add_to_path(std::uint32_t choice, bool deviates, bool switches) {
  path_.push_back({choice, deviates, switches, extended(path_hash(path_.size()), choice)});
}

void ReducedSearch::enter_estimate(const Node& node) {
  if (!estimates_) return;
  if (is_terminal(node)) return estimate_.leaf(!has_run(graph_.hash()));
  std::uint32_t successors = 0;
  if (node.chooser != Numbering::kNoName)
    successors = graph_.announced(graph_.whole(), node.chooser)->alternatives;
  else
    for (ThreadSet rest = node.enabled; rest != 0; rest &= rest - 1)
      successors += closure_.affords(node.record, static_cast<std::uint32_t>(std::countr_zero(rest)));
  estimate_.enter(std::max(successors, 1u));
}

std::optional<Estimate> ReducedSearch::estimate() const {
  if (!estimates_ || (over_ && !ended_early())) return std::nullopt;
  return estimate_.now();
}

void ReducedSearch::shrink() {
  if (graph_.action(graph_.size() - 1).child != 0) threads_.pop_back();
  graph_.pop();
  path_.pop_back();
  put_last_ = std::min(put_last_, static_cast<std::uint32_t>(path_.size()));
}

// The thread that the tail policy chooses.
std::uint32_t ReducedSearch::tail_of(ThreadSet enabled, ThreadSet runs_on, std::uint32_t last) const {
  if ((runs_on & only(last)) != 0) return last;
  for (const std::uint32_t thread : numbering_.by_path())
    if ((enabled & only(thread)) != 0) return thread;
  return numbering_.by_path().back();
}

void ReducedSearch::open_node(std::uint32_t last, ContextBounds::Grown grown) {
  Node node;
  node.enabled = graph_.enabled(graph_.whole(), node.timed);
  node.chooser = graph_.chooser(graph_.whole());
  node.last = last;
  grown.runs_on = node.enabled & ~node.timed;
  node.tail = tail_of(node.enabled, grown.runs_on, last);
  const std::uint64_t begins = plan_.clock != nullptr ? plan_.clock() : 0;
  if (grown.before == nullptr && plan_.how == Reduced::kCache) closure_.add(graph_.whole(), graph_.hash());
  if (grown.before == nullptr)
    node.record = closure_.record_of(graph_.whole(), graph_.hash());
  else
    node.record = closure_.enter(grown, plan_.how == Reduced::kCache);
  if (plan_.clock != nullptr) summary_.bounds_ns += plan_.clock() - begins;
  nodes_.push_back(node);
}

void ReducedSearch::end(Limit limit) {
  if (over_) return;
  GraphSearch::end(limit);
  summary_.prefixes = table_.size();
  count_prefixes();
}

FrontierSize ReducedSearch::frontier() const {
  FrontierSize size;
  size.items = current_.entries() + later_.entries() + (demand_ ? 1 : 0);
  size.nodes = table_.size();
  size.bytes = size.reserved_bytes = table_.bytes() + known_.bytes() + current_.bytes() + later_.bytes();
  return size;
}

}  // namespace stalemate::explore
