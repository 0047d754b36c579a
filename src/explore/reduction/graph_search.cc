#include "explore/reduction/graph_search.h"

#include "base/check.h"
#include "explore/reduction/cheapest_order.h"
#include "model/outcome.h"

namespace stalemate::explore {

GraphSearch::GraphSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
                         const ReductionPlan& plan)
    : strategy_(std::move(strategy)),
      budget_(budget),
      cut_(budget.cut),
      observer_(observer),
      plan_(plan),
      graph_(numbering_) {
  STALEMATE_CHECK(strategy_ != nullptr, "a search needs a strategy");
  summary_.reduced = plan.how;
  summary_.classes = 0;
  ids_.assign(Numbering::kMostThreads, 0);
  threads_.assign(1, 0);
}

void GraphSearch::end(Limit limit) {
  if (over_) return;
  over_ = true;
  summary_.limit = limit;
}

void GraphSearch::give_up(GaveUp reason) {
  summary_.gave_up = reason;
  end(Limit::kGaveUp);
}

void GraphSearch::cut_short() {
  summary_.cut = true;
  end(ending_.value_or(Limit::kStopped));
}

void GraphSearch::add_initial_threads() {
  for (std::uint32_t i = 1; i < initial_; ++i) {
    const std::uint32_t thread = numbering_.child(0, i);
    graph_.add_thread(thread);
    ids_[thread] = i;
    threads_.push_back(thread);
  }
}

Announced GraphSearch::first_of_child(std::uint32_t child, const LogAction& logged) {
  numbering_.call(child, logged.slot);
  return log_actions_.first(static_cast<std::uint16_t>(ids_[child]));
}

void GraphSearch::learn_await(std::uint32_t thread, const LogActions::Await& await) {
  if (await.expects != 0) return graph_.set_expected(thread, await.actions, await.expects);
  await_values_.clear();
  for (const LogActions::AwaitValue& value : log_actions_.values_of(await))
    await_values_.push_back({numbering_.variable(Space::kObject, value.object), value.value});
  graph_.add_await(thread, await.actions, await_values_);
}

void GraphSearch::learn_awaits() {
  for (std::vector<std::uint32_t>& unlearned : unlearned_awaits_) unlearned.clear();
  const std::vector<LogActions::Await>& awaits = log_actions_.awaits();
  for (std::size_t n = awaits.size(); n-- > 0;) {
    if (awaits[n].thread >= unlearned_awaits_.size())
      unlearned_awaits_.resize(awaits[n].thread + std::size_t{1});
    unlearned_awaits_[awaits[n].thread].push_back(static_cast<std::uint32_t>(n));
  }
  for (const auto& [object, value] : log_actions_.initial_values())
    graph_.set_initial_value(numbering_.variable(Space::kObject, object), value);
  for (const std::uint32_t thread : threads_) learn_awaits(thread);
}

void GraphSearch::learn_awaits(std::uint32_t thread) {
  if (ids_[thread] >= unlearned_awaits_.size()) return;
  std::vector<std::uint32_t>& unlearned = unlearned_awaits_[ids_[thread]];
  while (!unlearned.empty()) {
    const LogActions::Await& await = log_actions_.awaits()[unlearned.back()];
    if (await.actions > graph_.whole().count[thread]) return;
    learn_await(thread, await);
    unlearned.pop_back();
  }
}

void GraphSearch::describe_path(WorkItem& item, std::size_t length) const {
  item.tail = wire::Tail::kContinue;
  item.seed = 0;
  item.cut_points = item.flags = item.length = item.changes = 0;
  item.deviations.clear();
  for (std::uint32_t point = 0; point < length; ++point)
    if (path_[point].deviates || graph_.has_awaits()) item.deviations.push_back({point, path_[point].choice});
}

// ---- logs

bool GraphSearch::read_log(const LogView& log, std::size_t known) {
  log_actions_.read(log, known);
  trouble_ = GaveUp::kNothing;
  raced_ |= log.header->races != 0;
  if (raced_ && plan_.ends_at_races) give_up(GaveUp::kRaces);
  return !over_;
}

bool GraphSearch::accept_log(const LogView& log) {
  if (log_actions_.unclear()) return give_up(GaveUp::kOperation), false;
  if (log_actions_.chooses_too_often()) return give_up(GaveUp::kBudget), false;
  if (plan_.fair != 0 && log_actions_.yields_max() > 1) return give_up(GaveUp::kYields), false;
  for (const auto& [object, count] : log_actions_.semaphores()) graph_.set_semaphore(object, count);
  if (!started_) {
    started_ = true;
    initial_ = log_actions_.initial_threads();
    if (initial_ > Numbering::kMostThreads) return give_up(GaveUp::kThreads), false;
    begin_with_log();
  }
  learn_awaits();
  walk_.start(log);
  logged_actors_.forget();
  return true;
}

std::optional<Fit> GraphSearch::take_actions(const LogView& log) {
  Fit fit = follow(walk_, graph_, ids_);
  if (fit == Fit::kFits) fit = push_logged();
  const bool failed = !has_class(log.header->outcome);
  if ((raced_ || failed) && fit != Fit::kFits) {
    // Racing accesses will be steps the next time; and an execution may fail by what is no step, such as a
    // free after a read. Until then it is only known that this execution happened.
    emit(log, fit, false);
    ending_ ? end(*ending_) : give_up(raced_ ? GaveUp::kRaces : GaveUp::kOperation);
    return std::nullopt;
  }
  if (trouble_ != GaveUp::kNothing) {
    give_up(trouble_);
    return std::nullopt;
  }
  emit(log, fit, true);
  return fit;
}

// `blames`: reports the program as nondeterministic if the log does not fit.
void GraphSearch::emit(const LogView& log, Fit fit, bool blames) {
  while (walk_.next()) {
  }
  const LogCounts counts = walk_.counts();
  count(*log.header, counts);
  Execution seen = execution_of(summary_, *log.header, counts, blames ? fit : Fit::kFits);
  seen.item = &emitted_;
  const bool wanted = fit == Fit::kFits && observer_.wants_item(*log.header);
  if (wanted && describe_execution(*log.header, counts) &&
      find_cheapest_order(graph_, numbering_, initial_, cut_, cheaper_))
    seen.cheaper = &cheaper_;
  if (observer_.on_execution(seen) == Next::kStop) ending_ = Limit::kStopped;
  if (!ending_ && summary_.executions == budget_.executions) ending_ = Limit::kExecutions;
}

}  // namespace stalemate::explore
