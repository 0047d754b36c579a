#include "explore/search.h"

#include <algorithm>

#include "base/check.h"
#include "explore/search_core.h"

namespace stalemate::explore {

Search::Search(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer, const Room& room)
    : core_(std::make_unique<Core>(std::move(strategy), budget, observer, room)) {}
Search::~Search() = default;

bool Search::next(WorkItem& item) { return core_->next(item); }
void Search::finished(ItemId id, const LogView& log) { core_->finished(id, log); }
void Search::stop() { core_->end(Limit::kStopped); }
bool Search::done() const { return core_->over(); }
std::uint64_t Search::in_flight() const { return core_->in_flight(); }
const Summary& Search::summary() const { return core_->summary(); }
FrontierSize Search::frontier() const { return core_->frontier(); }

Search::Core::Core(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer, const Room& room)
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
  start_round(Sequel::Kind::kRestart);
}

void Search::Core::start_round(Sequel::Kind kind) {
  round_ = strategy_->round();
  round_end_ = RoundEnd{};
  if (kind == Sequel::Kind::kPending) {
    current_.swap(pending_);
  } else {
    window_.insert_starts(round_.starts);
  }
}

// Whether another item may be issued. Where nothing is in flight the window's first entry waits to be issued,
// so refusing only while something is in flight cannot stop the search.
bool Search::Core::has_room() const {
  if (flights_.count() == 0) return true;
  if (waiting_ >= room_.executions) return false;
  constexpr std::uint64_t kFew = 4;
  if (window_.bytes() > room_.window_bytes && flights_.count() >= kFew) return false;
  return budget_.executions == 0 || summary_.executions + waiting_ < budget_.executions;
}

bool Search::Core::next(WorkItem& item) {
  if (over_ || !has_room()) return false;
  std::uint32_t run = window_.first_run();
  if (run == kNothing) {
    if (current_.empty()) return false;
    run = window_.insert_run(kNothing, current_.read());
  }
  const std::uint32_t parent = window_[run].node;
  const Entry::Alternatives alternatives = window_[run].run;
  const Window::Taken taken = window_.take_alternative();
  const bool start = alternatives.kind == RunKind::kStarts;
  const std::uint32_t node = start ? kNothing : nodes_.add(parent, taken.deviation);
  const std::uint32_t entry =
      window_.insert_execution(run, node, {0, alternatives.check_point, alternatives.check_hash, kNothing});
  window_[entry].execution.id = flights_.take_off(entry);
  ++waiting_;
  if (taken.exhausted) {
    nodes_.release(parent);
    window_.remove(run);
  }
  describe(window_[entry], item, alternatives.index);
  return true;
}

void Search::Core::describe(const Entry& execution, WorkItem& item, std::uint64_t sample) const {
  item.id = ItemId{execution.execution.id};
  item.tail = round_.tail;
  item.seed = round_.costs == Costs::kNone ? mix(round_.seed, round_.first_sample + sample) : 0;
  item.cut_points = round_.cut_points;
  item.flags = 0;
  nodes_.deviations(execution.node, item.deviations);
}

}  // namespace stalemate::explore
