// Saves a reduced search as bytes and resumes it. Writes everything that decides what is run next and what
// the summary contains. Runs that were only guessed to be needed are not written: they are guessed again.
#include "base/check.h"
#include "explore/reduction/reduced_search.h"

namespace stalemate::explore {
namespace {

void save_record(ByteSink& sink, const PrefixRecord& record) {
  sink.hash(record.hash);
  sink.number(record.cheapest);
  sink.number(record.bound);
  sink.number(record.effect);
  sink.number(record.open);
  const bool bits[] = {record.known, record.leaves_free, record.marked, record.settled,
                       record.run,   record.evaluated,   record.excused};
  std::uint64_t all = 0;
  for (const bool bit : bits) all = all << 1 | (bit ? 1u : 0u);
  sink.number(all);
}

PrefixRecord load_record(ByteSource& source) {
  PrefixRecord record;
  record.hash = source.hash();
  record.cheapest = source.number();
  std::uint16_t bound = 0;
  source.number_to(bound);
  record.bound = bound;
  source.number_to(record.effect);
  source.number_to(record.open);
  const std::uint64_t bits = source.number(128);
  record.known = (bits & 64) != 0;
  record.leaves_free = (bits & 32) != 0;
  record.marked = (bits & 16) != 0;
  record.settled = (bits & 8) != 0;
  record.run = (bits & 4) != 0;
  record.evaluated = (bits & 2) != 0;
  record.excused = (bits & 1) != 0;
  return record;
}

}  // namespace

bool ReducedSearch::can_save() const {
  if (!over_) return true;
  if (summary_.cut) return false;
  return summary_.limit == Limit::kExecutions || (summary_.limit == Limit::kStopped && !ending_);
}

void ReducedSearch::save(ByteSink& sink) {
  STALEMATE_CHECK(can_save(), "a search that is over is to be gone on with");
  sink.number(static_cast<std::uint64_t>(plan_.how));
  sink.number(bound_);
  numbering_.save(sink);
  known_.save(sink);
  sink.number(table_.records());
  table_.for_each_record([&sink](const PrefixRecord& record) { save_record(sink, record); });
  graph_.save(sink);
  save_stack(sink);
  current_.save(sink, delayed_);
  later_.save(sink, Delayed());
  save_counts(sink);
}

bool ReducedSearch::load(ByteSource& source) {
  if (source.number() != static_cast<std::uint64_t>(plan_.how)) source.fail();
  std::uint32_t bound = 0;
  source.number_to(bound);
  RoundEnd more;
  more.pending = true;
  for (; bound_ < bound && source.ok(); ++bound_)
    if (strategy_->after(more).kind != Sequel::Kind::kPending) source.fail();
  begin_round();
  estimates_ = false;
  if (!numbering_.load(source) || !known_.load(source)) return false;
  std::size_t left = source.count();
  for (table_.reserve(left); left > 0 && source.ok(); --left) {
    const PrefixRecord record = load_record(source);
    const bool means = record.known || record.effect != 0;
    if (!record.used() || !means || !known_.has(record.effect) || table_.contains(record.hash)) return false;
    table_.restore(record);
  }
  if (!graph_.load(source) || !load_stack(source)) return false;
  if (!current_.load(source) || !later_.load(source)) return false;
  load_counts(source);
  if (!source.ok()) return false;
  if (budget_.executions != 0) budget_.executions += summary_.executions;
  limit_prefixes();
  advance();
  return true;
}

// ---- the stack

void ReducedSearch::save_stack(ByteSink& sink) const {
  sink.flag(started_);
  sink.flag(raced_);
  sink.number(initial_);
  for (const Taken& taken : path_)
    sink.number(std::uint64_t{taken.choice} << 2 | std::uint64_t{taken.switches} << 1 |
                std::uint64_t{taken.deviates});
  sink.number(nodes_.size());
  for (const Node& node : nodes_) {
    for (const ThreadSet set : {node.enabled, node.timed, node.tried, node.excused}) sink.number(set);
    for (const std::uint32_t number : {node.chooser, node.value, node.last, node.tail}) sink.number(number);
    sink.flag(node.deferred);
    sink.flag(node.executed);
    save_record(sink, node.record);
  }
  sink.flag(demand_.has_value());
  if (!demand_) return;
  sink.flag(demand_->steps);
  sink.number(demand_->thread);
  sink.number(demand_->value);
}

bool ReducedSearch::load_stack(ByteSource& source) {
  started_ = source.flag();
  raced_ = source.flag();
  initial_ = static_cast<std::uint32_t>(source.number(numbering_.threads() + 1));
  threads_.assign(1, 0);
  for (std::uint32_t i = 1; i < initial_; ++i) threads_.push_back(numbering_.child(0, i));
  path_.clear();
  for (std::uint32_t i = 0; i < graph_.size() && source.ok(); ++i) {
    const std::uint64_t taken = source.number();
    add_to_path(static_cast<std::uint32_t>(taken >> 2), (taken & 1) != 0, (taken & 2) != 0);
    if (graph_.action(i).child != 0) threads_.push_back(graph_.action(i).child);
  }
  for (std::uint32_t id = 0; id < threads_.size(); ++id) {
    if (threads_[id] >= Numbering::kMostThreads) return false;
    ids_[threads_[id]] = id;
  }
  nodes_.clear();
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    Node& node = nodes_.emplace_back();
    for (ThreadSet* set : {&node.enabled, &node.timed, &node.tried, &node.excused}) source.number_to(*set);
    for (std::uint32_t* number : {&node.chooser, &node.value, &node.last, &node.tail})
      source.number_to(*number);
    node.deferred = source.flag();
    node.executed = source.flag();
    node.record = load_record(source);
  }
  demand_.reset();
  awaited_ = 0;
  if (source.flag()) {
    demand_ = Demand{source.flag(), 0, 0};
    demand_->thread = static_cast<std::uint32_t>(source.number(Numbering::kMostThreads));
    source.number_to(demand_->value);
    if (nodes_.empty()) source.fail();
  }
  return source.ok() && nodes_.size() <= graph_.size() + std::size_t{1};
}

// ---- the summary

void ReducedSearch::save_counts(ByteSink& sink) const {
  sink.flag(deferred_);
  sink.number(round_end_.executions);
  sink.number(round_end_.steps_max);
  summary_.save(sink);
}

void ReducedSearch::load_counts(ByteSource& source) {
  deferred_ = source.flag();
  round_end_.executions = source.number();
  source.number_to(round_end_.steps_max);
  summary_.load(source);
}

}  // namespace stalemate::explore
