// How an optimal search processes the log of a leaf that it issued.
#include <algorithm>

#include "explore/dpor/dpor_search.h"
#include "model/outcome.h"

namespace stalemate::explore {

namespace {

constexpr std::uint32_t kNever = 0xffffffffu;
constexpr std::uint32_t kMostActions = 60000;          // numbers of actions have 16 bits
constexpr std::uint32_t kMostAlternatives = 1u << 16;  // of one choice: each becomes a leaf
constexpr std::uint32_t kFewActions = 100;             // executions are counted in units of this
constexpr std::uint64_t kMostTreeBytes = std::uint64_t{2} << 30;

}  // namespace

void DporSearch::take_log(const LogView& log) {
  describe_leaf(emitted_, leaf_);
  emitted_.id = ItemId{};
  planned_end_ = leaf_ == WakeupTrees::kNone ? 0 : trees_[leaf_].depth + 1;
  planned_leaf_ = leaf_ == WakeupTrees::kNone ? 0 : trees_[leaf_].leaf;
  fresh_from_ = started_ ? graph_.size() + 1 : 0;
  redundant_at_ = kNever;
  demands_ = false;
  awaited_ = 0;
  if (!read_log(log, 0)) return;
  if (log.header->outcome == wire::Outcome::kDiverged)
    return give_up(raced_ ? GaveUp::kRaces : GaveUp::kOperation);
  if (!accept_log(log)) return;
  const std::optional<Fit> fit = take_actions(log);
  if (!fit) return;
  if (*fit != Fit::kFits) return ending_ ? end(*ending_) : give_up(GaveUp::kOperation);
  if (planned_leaf_ != 0) reconsider(planned_leaf_, planned_);
  const std::uint32_t end = std::min(redundant_at_, graph_.size());
  for (std::uint32_t index = 0; index < end; ++index) {
    if (cut_.now(graph_.size())) return cut_short();
    reversals_.look_at_step(index);
  }
  if (redundant_at_ == kNever)
    reversals_.look_at_end();
  else
    leave_redundant();
  const std::uint64_t price = std::max(graph_.size(), kFewActions);
  const bool too_many = plan_.most_executions != 0 &&
                        summary_.executions * price >= plan_.most_executions * kFewActions &&
                        ending_ != Limit::kStopped && trees_.leaves() != 0;
  if (too_many || trees_.bytes() > kMostTreeBytes) give_up(GaveUp::kBudget);
}

void DporSearch::begin_with_log() {
  add_initial_threads();
  for (const std::uint32_t thread : threads_)
    graph_.set_first(thread, log_actions_.first(static_cast<std::uint16_t>(ids_[thread])));
  nodes_.back().threads = initial_;
}

Fit DporSearch::push_logged() {
  const auto& actions = log_actions_.actions();
  while (walk_.next()) {
    const std::uint32_t i = graph_.size();
    if (i >= actions.size() || actions[i].thread >= threads_.size()) return Fit::kMalformed;
    const LogAction& logged = actions[i];
    StepEffect effect = logged.effect;
    if (!add_woken(log_actions_, logged, threads_, effect.wakes)) return Fit::kMalformed;
    const bool clear = logged.bytes == 0 || numbering_.accessed(logged.step.object, logged.bytes);
    if (!clear || !agrees() || !graph_.may_go(threads_[logged.thread], effect)) trouble_ = GaveUp::kOperation;
    if (i >= kMostActions) trouble_ = GaveUp::kBudget;
    if (trouble_ != GaveUp::kNothing) return Fit::kMalformed;
    if (const Fit fit = push(threads_[logged.thread], logged, effect); fit != Fit::kFits) return fit;
    if (trouble_ != GaveUp::kNothing) return Fit::kMalformed;
    if (graph_.has_too_many_threads()) {
      trouble_ = GaveUp::kThreads;
      return Fit::kMalformed;
    }
  }
  return walk_.malformed() ? Fit::kMalformed : Fit::kFits;
}

Fit DporSearch::push(std::uint32_t thread, const LogAction& logged, const StepEffect& effect) {
  const std::uint32_t index = graph_.size();
  WakeupTrees::Tree below;
  if (index < planned_end_) {
    planned_ = trees_.descend(nodes_.back().tree, below);
    if (planned_.thread != thread || (planned_.choice && planned_.chosen != effect.chosen))
      return Fit::kPrefixDiffers;
  }
  const bool chooses = logged.step.kind == Announced::Kind::kChoice;
  path_.push_back({chooses ? effect.chosen : ids_[thread], deviates(thread, effect, chooses)});
  graph_.push(thread, effect);
  learn_awaits(thread);
  if (!reversals_.push({logged.effect.before, logged.expects})) trouble_ = GaveUp::kOperation;
  if (const std::uint32_t child = graph_.action(index).child; child != 0) {
    ids_[child] = static_cast<std::uint32_t>(threads_.size());
    threads_.push_back(child);
    graph_.set_first(child, first_of_child(child, logged));
  }
  const Move& move = reversals_.move(index);
  if (index < planned_end_ && !is_as_planned(move, planned_)) trouble_ = GaveUp::kOperation;
  if (redundant_at_ == kNever && sleeps(nodes_.back(), move)) redundant_at_ = index;
  if (chooses && logged.step.alternatives > kMostAlternatives)
    trouble_ = GaveUp::kBudget;
  else if (chooses && index >= fresh_from_)
    add_alternatives(move, logged.step.alternatives);
  open_node(move, below);
  return Fit::kFits;
}

// The moves before the last move of a leaf were made before, with the same past. If they differ now, steps
// depend on each other in ways that the graph does not show.
bool DporSearch::is_as_planned(const Move& move, const Move& planned) const {
  const bool chooses = graph_.action(graph_.size() - 1).next.kind == Announced::Kind::kChoice;
  if (planned.ends && !move.ends && !chooses) return false;
  if (graph_.size() == planned_end_) return true;
  const Move made = move_of(graph_.action(graph_.size() - 1));  // awaits may have become known since
  for (int i = 0; i < made.uses; ++i)
    if (!planned.has(made.use[i])) return false;
  return !move.ends;
}

// From what the tail policy would have chosen (S4).
bool DporSearch::deviates(std::uint32_t thread, const StepEffect& effect, bool chooses) const {
  if (chooses) return effect.chosen != 0;
  const std::uint32_t id = ids_[thread];
  if (walk_.last_runs_on()) return walk_.last() != id;
  for (const std::uint32_t other : numbering_.by_path()) {
    if (other == thread) return false;
    const std::uint32_t other_id = ids_[other];
    if (other_id < threads_.size() && threads_[other_id] == other && walk_.enabled().contains(other_id))
      return true;
  }
  return false;
}

// Whether the model knows which threads can act here: reversals are judged by it.
bool DporSearch::agrees() {
  Actors actors;
  actors.chooser = graph_.chooser(graph_.whole());
  actors.enabled = graph_.enabled(graph_.whole(), actors.timed);
  return logged_actors_.agree(actors, walk_, graph_, threads_);
}

bool DporSearch::sleeps(const Node& node, const Move& move) const {
  for (std::uint32_t i = node.sleep_begin; i < node.sleep_end; ++i)
    if (is_same(sleepers_[i], move)) return true;
  return false;
}

void DporSearch::open_node(const Move& move, const WakeupTrees::Tree& tree) {
  const Node& parent = nodes_.back();
  Node node;
  node.tree = tree;
  node.threads = static_cast<std::uint32_t>(threads_.size());
  node.sleep_begin = static_cast<std::uint32_t>(sleepers_.size());
  for (std::uint32_t i = parent.sleep_begin; i < parent.sleep_end; ++i) {
    if (sleepers_[i].thread == move.thread || conflict(sleepers_[i], move)) continue;
    const Move sleeper = sleepers_[i];
    sleepers_.push_back(sleeper);
  }
  node.sleep_end = static_cast<std::uint32_t>(sleepers_.size());
  nodes_.push_back(node);
}

// Where a thread sleeps, the moves it might precede are found when its own move is reversed.
void DporSearch::add_alternatives(const Move& move, std::uint32_t alternatives) {
  Move other = move;
  const std::uint32_t depth = graph_.size() - 1;
  Node& node = nodes_[depth];
  const bool is_first = node.tree.empty() && node.sleep_begin == node.sleep_end;
  for (std::uint32_t value = 0; value < alternatives; ++value) {
    if (value == move.chosen) continue;
    other.chosen = value;
    if (is_first) {  // no two of them are equivalent
      const std::uint32_t leaf = trees_.append(node.tree, depth, other);
      fresh_.push_back({leaf, trees_[leaf].leaf});
      continue;
    }
    Moves moves{&other};
    turned(depth, moves, other);
  }
}

// Everything from the sleeping move on has been searched. Threads that do not sleep there may still act.
void DporSearch::leave_redundant() {
  summary_.redundant += !fails_try_;  // else it is counted
  while (graph_.size() > redundant_at_) {
    trees_.drop(nodes_.back().tree);
    nodes_.pop_back();
    shrink();
  }
  Node& node = nodes_.back();
  sleepers_.resize(node.sleep_end);
  if (!node.tree.empty()) return;
  ThreadSet timed = 0;
  const ThreadSet enabled = graph_.enabled(graph_.whole(), timed);
  for (const std::uint32_t thread : numbering_.by_path()) {
    if ((enabled & only(thread)) == 0) continue;
    const Move move = reversals_.next_move(thread);
    if (sleeps(node, move)) continue;
    Moves moves{&move};
    return insert(graph_.size(), moves, move);
  }
}

void DporSearch::count(const wire::LogHeader& header, const LogCounts& counts) {
  summary_.add(header, counts, std::nullopt);
  fails_try_ = is_of_failed_try(header);
  *summary_.classes += has_class(header) && redundant_at_ == kNever;
}

bool DporSearch::describe_execution(const wire::LogHeader&, const LogCounts& counts) {
  describe_path(emitted_, path_.size());
  return counts.preemptions > 0;
}

}  // namespace stalemate::explore
