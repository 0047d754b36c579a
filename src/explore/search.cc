#include "explore/search.h"

#include <algorithm>

#include "base/check.h"
#include "explore/dpor_search.h"
#include "explore/fair_states.h"
#include "explore/reduced_search.h"
#include "explore/search_core.h"
#include "explore/seen_states.h"

namespace stalemate::explore {

void Summary::add(const wire::LogHeader& header, const LogCounts& counts, std::optional<std::size_t> bound) {
  ++executions;
  if (bound) {
    if (per_bound.size() <= *bound) per_bound.resize(*bound + 1);
    ++per_bound[*bound];
  }
  abandoned += header.outcome == wire::Outcome::kAbandoned;
  steps_max = std::max(steps_max, counts.steps);
  blocking_max = std::max(blocking_max, counts.blocking);
  preemptions_max = std::max(preemptions_max, counts.preemptions);
  threads_max = std::max({threads_max, counts.threads, static_cast<std::uint32_t>(header.threads)});
}

Search::Search(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer, const Room& room,
               const ReductionPlan& plan) {
  if (plan.how == Reduced::kNone || (plan.how == Reduced::kCache && plan.yields))
    engine_ = std::make_unique<Core>(std::move(strategy), budget, observer, room, plan);
  else if (plan.how == Reduced::kDpor)
    engine_ = std::make_unique<DporSearch>(std::move(strategy), budget, observer, plan);
  else
    engine_ = std::make_unique<ReducedSearch>(std::move(strategy), budget, observer, room, plan);
}
Search::~Search() = default;

bool Search::next(WorkItem& item) { return engine_->next(item); }
void Search::finished(ItemId id, const LogView& log) { engine_->finished(id, log); }
void Search::stop() { engine_->end(Limit::kStopped); }
bool Search::done() const { return engine_->over(); }
std::uint64_t Search::in_flight() const { return engine_->in_flight(); }
const Summary& Search::summary() const { return engine_->summary(); }
FrontierSize Search::frontier() const { return engine_->frontier(); }
std::optional<Estimate> Search::estimate() const { return engine_->estimate(); }
bool Search::can_save() const { return engine_->can_save(); }
void Search::save(ByteSink& sink) { engine_->save(sink); }
bool Search::load(ByteSource& source) { return engine_->load(source); }

Search::Core::Core(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer, const Room& room,
                   const ReductionPlan& plan)
    : strategy_(std::move(strategy)),
      budget_(budget),
      observer_(observer),
      room_(room),
      nodes_(room.memory),
      window_(room.memory),
      current_(room.memory),
      pending_(room.memory) {
  STALEMATE_CHECK(strategy_ != nullptr, "a search needs a strategy");
  STALEMATE_CHECK(room.executions > 0 && room.executions <= Flights::kMost, "room for executions");
  const bool bounded = strategy_->round().costs == Costs::kPreemptions;
  STALEMATE_CHECK(
      (plan.how != Reduced::kCache && !plan.states) || bounded || strategy_->round().costs == Costs::kNothing,
      "a strategy without states");
  if (plan.how == Reduced::kCache) {
    ends_at_races_ = plan.ends_at_races;
    states_ = std::make_unique<FairStates>(room.memory, plan.fair, bounded, plan.most_prefixes);
    summary_.reduced = Reduced::kCache;
    summary_.exact = false;
  } else if (plan.states) {
    states_ = std::make_unique<SeenStates>(room.memory, bounded, plan.clocks, plan.most_state_bytes);
    summary_.cached.emplace();
    summary_.exact = false;
  }
  if (plan.counts_classes || plan.how == Reduced::kCache) {
    classes_ = std::make_unique<ClassCounter>(room.memory);
    summary_.classes = 0;
  }
  start_round(Sequel::Kind::kRestart);
}

void Search::Core::start_round(Sequel::Kind kind) {
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

// Whether another item may be issued. Where nothing is in flight the window's first entry waits to be issued,
// so refusing only while something is in flight cannot stop the search.
bool Search::Core::has_room() const {
  if (flights_.count() == 0) return true;
  if (waiting_ >= room_.executions) return false;
  if (kept_.bytes() > room_.window_bytes) return false;
  constexpr std::uint64_t kFew = 4;
  if (window_.bytes() > room_.window_bytes && flights_.count() >= kFew) return false;
  return budget_.executions == 0 || summary_.executions + waiting_ < budget_.executions;
}

bool Search::Core::next(WorkItem& item) {
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
  window_[entry].execution.id = flights_.take_off(entry);
  ++waiting_;
  if (alternatives.kind == RunKind::kGraded && alternatives.count > 1)
    put_off_rest(run, taken.deviation.point);
  if (taken.exhausted) {
    nodes_.release(parent);
    window_.remove(run);
  }
  describe(window_[entry], item, alternatives.index);
  return true;
}

// Reads the queue up to a run of this bound and puts it at the window's end; false: there is none. What is
// not due yet goes on to the next bound, in its place: straight into the queue only if nothing unfinished
// precedes it.
bool Search::Core::bring_due_run() {
  while (!current_.empty()) {
    Run run = current_.read();
    if (run.wait == 0) {
      window_.insert_run(kNothing, run,
                         round_.costs == Costs::kDelays ? RunKind::kGraded : RunKind::kThreads);
      return true;
    }
    --run.wait;
    put_off(kNothing, run);
  }
  return false;
}

// Takes over the run's reference to its node.
void Search::Core::put_off(std::uint32_t next, const Run& run) {
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

// Into run_bytes_, for the next bound and those after it.
void Search::Core::leave_for_later(const Run& run) {
  run_bytes_.add(run);
  if (run.wait > 0) return;
  due_next_ += round_.costs == Costs::kDelays ? std::uint64_t{run.hi} - run.lo + 1 : run.items();
}

// At a point of a graded run, all threads but the first: due in the next bound and later, and in canonical
// order behind whatever follows from the first.
void Search::Core::put_off_rest(std::uint32_t run, std::uint32_t point) {
  window_.threads_of(run, threads_);
  const Entry& entry = window_[run];
  nodes_.hold(entry.node);
  Run rest{entry.node, point, point, entry.run.check_hash, true, std::span(threads_).subspan(1)};
  rest.before_lo = point - entry.run.check_point;
  put_off(run, rest);
}

void Search::Core::describe(const Entry& execution, WorkItem& item, std::uint64_t sample) const {
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

}  // namespace stalemate::explore
