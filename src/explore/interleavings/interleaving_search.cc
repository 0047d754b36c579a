#include "explore/interleavings/interleaving_search.h"

#include <algorithm>

#include "base/check.h"
#include "explore/graph/log_check.h"
#include "explore/states/fair_state_cache.h"
#include "explore/states/memory_state_cache.h"
#include "model/outcome.h"

namespace stalemate::explore {

InterleavingSearch::InterleavingSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
                                       const MemoryLimits& room, const ReductionPlan& plan)
    : strategy_(std::move(strategy)),
      budget_(budget),
      observer_(observer),
      limits_(room),
      nodes_(room.memory),
      window_(room.memory),
      current_(room.memory),
      pending_(room.memory) {
  STALEMATE_CHECK(strategy_ != nullptr, "a search needs a strategy");
  STALEMATE_CHECK(room.executions > 0 && room.executions <= InFlight::kMost, "room for executions");
  const bool bounded = strategy_->round().costs == Costs::kPreemptions;
  STALEMATE_CHECK(
      (plan.how != Reduced::kCache && !plan.states) || bounded || strategy_->round().costs == Costs::kNothing,
      "a strategy without states");
  if (plan.how == Reduced::kCache) {
    ends_at_races_ = plan.ends_at_races;
    states_ = std::make_unique<FairStateCache>(room.memory, plan.fair, bounded, plan.most_prefixes);
    summary_.reduced = Reduced::kCache;
    summary_.exact = false;
  } else if (plan.states) {
    states_ = std::make_unique<MemoryStateCache>(room.memory, bounded, plan.clocks, plan.most_state_bytes);
    summary_.cached.emplace();
    summary_.exact = false;
  }
  if (plan.counts_classes || plan.how == Reduced::kCache) {
    classes_ = std::make_unique<ClassCounter>(room.memory);
    summary_.classes = 0;
  }
  start_round(Sequel::Kind::kRestart);
}

void InterleavingSearch::start_round(Sequel::Kind kind) {
  round_ = strategy_->round();
  round_end_ = RoundEnd{};
  if (kind == Sequel::Kind::kPending) {
    current_.swap(pending_);
    estimate_.begin_next(due_next_);
    due_next_ = 0;
  } else {
    window_.insert_starts(round_.starts);
    estimate_.begin(round_.starts);
  }
}

// Whether another item may be issued. If nothing is in flight, the window's first entry waits to be issued,
// so refusing only while something is in flight cannot stop the search.
bool InterleavingSearch::has_room() const {
  if (in_flight_.count() == 0) return true;
  if (waiting_ >= limits_.executions) return false;
  if (kept_.bytes() > limits_.window_bytes) return false;
  constexpr std::uint64_t kFew = 4;
  if (window_.bytes() > limits_.window_bytes && in_flight_.count() >= kFew) return false;
  return budget_.executions == 0 || summary_.executions + waiting_ < budget_.executions;
}

bool InterleavingSearch::next(WorkItem& item) {
  if (over_ || !has_room()) return false;
  if (window_.first_run() == kNothing && !bring_due_run()) return false;
  const std::uint32_t run = window_.first_run();
  const std::uint32_t parent = window_[run].node;
  const Entry::Alternatives alternatives = window_[run].run;
  const Window::Taken taken = window_.take_alternative();
  const bool start = alternatives.kind == RunKind::kStarts;
  const std::uint32_t node = start ? kNothing : nodes_.add(parent, taken.deviation);
  const std::uint32_t entry =
      window_.insert_execution(run, node, {0, alternatives.check_point, alternatives.check_hash, kNothing});
  window_[entry].execution.id = in_flight_.add(entry);
  ++waiting_;
  if (alternatives.kind == RunKind::kGraded && alternatives.count > 1) defer_rest(run, taken.deviation.point);
  if (taken.exhausted) {
    nodes_.release(parent);
    window_.remove(run);
  }
  describe(window_[entry], item, alternatives.index);
  return true;
}

// Reads the queue up to a run of this bound and puts it at the window's end; false: there is none. What is
// not due yet passes to the next bound, in its place: directly into the queue only if nothing unfinished
// precedes it.
bool InterleavingSearch::bring_due_run() {
  while (!current_.empty()) {
    Run run = current_.read();
    if (run.wait == 0) {
      window_.insert_run(kNothing, run,
                         round_.costs == Costs::kDelays ? RunKind::kGraded : RunKind::kThreads);
      return true;
    }
    --run.wait;
    defer(kNothing, run);
  }
  return false;
}

// Takes over the run's reference to its node.
void InterleavingSearch::defer(std::uint32_t next, const Run& run) {
  if (!round_.keep_pending) {
    round_end_.pending = true;
    nodes_.release(run.node);
    return;
  }
  run_bytes_.clear();
  leave_for_later(run);
  if (window_.empty()) {
    pending_.begin_group(run.node, run_bytes_.runs(), run_bytes_.items());
    pending_.append(run_bytes_.bytes());
  } else {
    window_.insert_pack(next, run.node, run_bytes_);
  }
  run_bytes_.clear();
}

// Into run_bytes_, for the next bound and later ones.
void InterleavingSearch::leave_for_later(const Run& run) {
  run_bytes_.add(run);
  if (run.wait > 0) return;
  due_next_ += round_.costs == Costs::kDelays ? std::uint64_t{run.hi} - run.lo + 1 : run.items();
}

// At a point of a graded run, all threads but the first: due in the next bound and later, and in canonical
// order after all that follows from the first.
void InterleavingSearch::defer_rest(std::uint32_t run, std::uint32_t point) {
  window_.threads_of(run, threads_);
  const Entry& entry = window_[run];
  nodes_.hold(entry.node);
  Run rest{entry.node, point, point, entry.run.check_hash, true, std::span(threads_).subspan(1)};
  rest.before_lo = point - entry.run.check_point;
  defer(run, rest);
}

void InterleavingSearch::describe(const Entry& execution, WorkItem& item, std::uint64_t sample) const {
  item.id = ItemId{execution.execution.id};
  item.tail = round_.tail;
  item.seed = round_.costs == Costs::kNone ? mix(round_.seed, round_.first_sample + sample) : 0;
  item.cut_points = round_.cut_points;
  item.flags = round_.walks_on ? std::uint32_t{wire::kItemWalkOn} : 0;
  item.length = round_.length;
  item.changes = round_.changes;
  nodes_.deviations(execution.node, item.deviations);
  if (!round_.walks_on) return;
  item.seed = round_.seed;
  for (const wire::Deviation& d : item.deviations)
    item.seed = mix(item.seed, std::uint64_t{d.point} << 32 | d.choice);
}

void InterleavingSearch::finished(ItemId id, const LogView& log) {
  const std::uint32_t entry = in_flight_.remove(id.value);
  if (over_) return;
  const bool first = window_.front() == entry;
  if (states_ && !first) return kept_.keep(entry, log);
  const FinishedExecution done = take(entry, log);
  if (over_) return;
  if (!first) return window_.keep(entry, done, splits_);
  emit(window_[entry], done);
  if (over_) return;
  leave(entry);
  settle();
}

// Reads the log and puts the alternatives it leaves into their places; the search may give up.
FinishedExecution InterleavingSearch::take(std::uint32_t entry, const LogView& log) {
  const Fit fit = read(window_[entry], log);
  splits_.clear();
  const bool leads_on = fit == Fit::kFits && log.header->outcome != wire::Outcome::kDiverged && !over_;
  if (leads_on && states_) states_->keep(summary_, bound_under_way());
  if (leads_on) place(entry);
  return {*log.header, expansion_.counts(), fit, class_of(log), 0, kNothing};
}

Fit InterleavingSearch::read(const Entry& execution, const LogView& log) {
  Origin origin;
  origin.root = execution.node == kNothing;
  if (!origin.root) {
    origin.deviation = nodes_.deviation(execution.node);
    origin.check_point = execution.execution.check_point;
    origin.check_hash = execution.execution.check_hash;
  }
  std::uint32_t expanded = round_.walks_on ? round_.cut_points : ~0u;
  if (states_) {
    states_->read(log, origin.root ? 0 : origin.deviation.point + 1);
    if (states_->trouble() != GaveUp::kNothing) give_up(states_->trouble());
    if (ends_at_races_ && log.header->races != 0) give_up(GaveUp::kRaces);
    expanded = states_->met_at();
  }
  return expansion_.read(log, origin, round_.costs, expanded);
}

// Replaces the execution's entry by itself and all alternatives that its log leaves, in canonical order.
void InterleavingSearch::place(std::uint32_t entry) {
  const std::uint32_t node = window_[entry].node;
  bool at_front = window_.front() == entry;
  run_bytes_.clear();
  for (const Segment& s : expansion_.segments()) {
    const std::uint32_t wait = s.kind == Segment::Kind::kDelays ? s.after : 0;
    if (s.before > 0)
      leave_for_later({node, s.lo, s.hi, s.hash, true, {expansion_.ids(s), s.before}, 0, wait});
    if (s.kind == Segment::Kind::kFree || s.kind == Segment::Kind::kData)
      splits_.push_back({s.after + 1, s.hi - s.lo + 1});
  }
  place_pending(entry, node, at_front);

  const std::uint32_t next = window_[entry].next;
  for (std::size_t i = expansion_.segments().size(); i-- > 0;) {
    const Segment& s = expansion_.segments()[i];
    const Run run{node, s.lo, s.hi, s.hash, false, {expansion_.ids(s) + s.before, s.after}};
    if (s.kind == Segment::Kind::kPreemptive || s.kind == Segment::Kind::kDelays) {
      if (s.after > 0) leave_for_later(run);
      continue;
    }
    place_pending(next, node, at_front);
    at_front = false;
    nodes_.hold(node);
    if (s.kind == Segment::Kind::kFree) {
      window_.insert_run(next, run);
    } else {
      window_.insert_values(next, node, s.lo, s.hash, s.after);
    }
  }
  place_pending(next, node, at_front);
}

// Puts the runs collected for the next bound where they belong: directly into the queue if nothing unfinished
// precedes them, else into the window.
void InterleavingSearch::place_pending(std::uint32_t next, std::uint32_t node, bool at_front) {
  if (run_bytes_.runs() == 0) return;
  if (!round_.keep_pending) {
    round_end_.pending = true;
  } else {
    nodes_.hold(node, run_bytes_.runs());
    if (at_front) {
      pending_.begin_group(node, run_bytes_.runs(), run_bytes_.items());
      pending_.append(run_bytes_.bytes());
    } else {
      window_.insert_pack(next, node, run_bytes_);
    }
  }
  run_bytes_.clear();
}

// The execution's splits are in splits_.
void InterleavingSearch::emit(const Entry& execution, const FinishedExecution& done) {
  const wire::LogHeader& header = done.header;
  const bool described = done.fit != Fit::kFits || observer_.wants_item(header);
  if (described) describe(execution, emitted_, round_end_.executions);
  count(done);
  estimate_.execution(splits_);
  Execution seen = execution_of(summary_, header, done.counts, done.fit);
  seen.item = described ? &emitted_ : nullptr;
  if (observer_.on_execution(seen) == Next::kStop) ending_ = Limit::kStopped;
  if (!ending_ && summary_.executions == budget_.executions) ending_ = Limit::kExecutions;
}

void InterleavingSearch::count(const FinishedExecution& done) {
  const wire::LogHeader& header = done.header;
  const LogCounts& counts = done.counts;
  ++round_end_.executions;
  round_end_.steps_max = std::max(round_end_.steps_max, counts.steps);
  round_end_.cut |= header.outcome == wire::Outcome::kCut;
  round_end_.cut |= round_.walks_on && counts.points > round_.cut_points;
  std::optional<std::size_t> bound;
  if (strategy_->counts_per_bound()) bound = bound_under_way();
  summary_.add(header, counts, bound);
  if (classes_) count_class(done);
}

// Zero: it has no class (S8), or classes are not counted.
Hash128 InterleavingSearch::class_of(const LogView& log) {
  if (!classes_) return {};
  const std::optional<Hash128> hash = states_ ? states_->graph() : classes_->hash(log);
  if (!hash) unclear_ = true;
  constexpr Hash128 kNotZero{1, 0};  // the empty graph has a class, too
  return hash && has_class(log.header->outcome) ? *hash ^ kNotZero : Hash128{};
}

void InterleavingSearch::count_class(const FinishedExecution& done) {
  if (strategy_->counts_per_bound() && summary_.classes_per_bound.size() < summary_.per_bound.size())
    summary_.classes_per_bound.resize(summary_.per_bound.size());
  if (done.graph == Hash128{}) return;
  if (!classes_->is_new(done.graph)) {
    ++summary_.redundant;
    return;
  }
  constexpr std::uint64_t kMostClasses = 16'000'000;  // half a gigabyte
  if (++*summary_.classes > kMostClasses) {
    unclear_ = true;
    classes_.reset();
    return;
  }
  if (strategy_->counts_per_bound()) ++summary_.classes_per_bound.back();
}

void InterleavingSearch::leave(std::uint32_t entry) {
  nodes_.release(window_[entry].node);
  window_.remove(entry);
  --waiting_;
}

// Takes from the front of the window what no unfinished entry precedes.
void InterleavingSearch::settle() {
  while (!window_.empty()) {
    const std::uint32_t front = window_.front();
    const Entry& entry = window_[front];
    if (entry.kind == EntryKind::kPack) {
      window_.unpack(front, pending_);
      window_.remove(front);
      continue;
    }
    if (ending_) return end(*ending_);
    if (entry.kind == EntryKind::kRun) return;
    if (entry.execution.outcome != kNothing) {
      window_.splits_of(front, splits_);
      emit(entry, window_.outcome(front));
    } else if (kept_.has(front)) {
      const FinishedExecution done = take(front, kept_.view(front));
      kept_.drop(front);
      if (!over_) emit(entry, done);
    } else {
      return;
    }
    if (over_) return;
    leave(front);
  }
  if (!bring_due_run()) return finish_round();
  if (ending_) end(*ending_);
}

void InterleavingSearch::finish_round() {
  round_end_.pending |= !pending_.empty();
  const Sequel sequel = strategy_->after(round_end_);
  if (sequel.completed) summary_.completed = sequel.completed;
  if (sequel.kind != Sequel::Kind::kEnd) {
    if (ending_) return end(*ending_);
    return start_round(sequel.kind);
  }
  summary_.complete = sequel.complete;
  end(sequel.out_of_samples ? Limit::kExecutions : Limit::kNone);
}

void InterleavingSearch::give_up(GaveUp reason) {
  summary_.gave_up = reason;
  end(Limit::kGaveUp);
}

void InterleavingSearch::end(Limit limit) {
  if (over_) return;
  over_ = true;
  summary_.limit = limit;
  if (!unclear_) return;
  summary_.classes.reset();
  summary_.classes_per_bound.clear();
  summary_.redundant = 0;
}

std::optional<Estimate> InterleavingSearch::estimate() const {
  if (round_.costs == Costs::kNone) return {};
  return estimate_.now();
}

FrontierSize InterleavingSearch::frontier() const {
  FrontierSize size;
  size.items = current_.items() + pending_.items();
  size.nodes = nodes_.live();
  const std::uint64_t reduction = kept_.bytes() + (states_ ? states_->bytes() : 0);
  size.bytes = nodes_.bytes() + current_.bytes() + pending_.bytes() + window_.bytes() + reduction;
  size.reserved_bytes = nodes_.reserved_bytes() + current_.reserved_bytes() + pending_.reserved_bytes() +
                        window_.reserved_bytes() + reduction;
  return size;
}

}  // namespace stalemate::explore
