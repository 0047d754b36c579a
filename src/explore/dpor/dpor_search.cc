#include "explore/dpor/dpor_search.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace stalemate::explore {

namespace {

constexpr std::uint64_t kMostKeptBytes = std::uint64_t{64} << 20;

}  // namespace

DporSearch::DporSearch(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
                       const ReductionPlan& plan)
    : GraphSearch(std::move(strategy), budget, observer, plan), reversals_(graph_, numbering_, *this) {
  nodes_.push_back(Node{});
}

// ---- trees

// A move that sleeps at the state might come first: what begins with it has been searched.
void DporSearch::turned(std::uint32_t depth, Moves& moves, const Move& at_least) {
  const Node& node = nodes_[depth];
  for (std::uint32_t i = node.sleep_begin; i < node.sleep_end; ++i) {
    std::size_t at = 0;
    if (may_come_first(sleepers_[i], moves, at)) return;
  }
  insert(depth, moves, at_least);
}

void DporSearch::insert(std::uint32_t depth, Moves& moves, const Move& at_least) {
  moves_ = moves;
  const auto [leaf, covering] = trees_.insert(nodes_[depth].tree, depth, moves, at_least);
  if (leaf != WakeupTrees::kNone) fresh_.push_back({leaf, trees_[leaf].leaf});
  if (covering == WakeupTrees::kNone) return;
  Doubtful& doubtful = doubtful_[trees_[covering].leaf].emplace_back();
  doubtful.depth = depth;
  doubtful.at_least = at_least;
  for (const Move* move : moves_) doubtful.moves.push_back(*move);
}

// A leaf has been run. If its last move conflicts with more than was expected, or with so little that some
// threads still sleep after it, the leaf does not cover what was left out because of it.
void DporSearch::reconsider(std::uint64_t leaf, const Move& planned) {
  const auto found = doubtful_.find(leaf);
  if (found == doubtful_.end()) return;
  const std::vector<Doubtful> all = std::move(found->second);
  doubtful_.erase(found);
  const Move& move = reversals_.move(planned_end_ - 1);
  bool as_expected = move.ends == planned.ends;
  for (int i = 0; i < move.uses; ++i) as_expected &= planned.has(move.use[i]);
  const Node& behind = nodes_[planned_end_];
  if (as_expected && behind.sleep_begin == behind.sleep_end) return;
  for (const Doubtful& doubtful : all) {
    Moves moves;
    for (const Move& each : doubtful.moves) moves.push_back(&each);
    insert_along(doubtful.depth, moves, doubtful.at_least);
  }
}

// Where a sequence leaves the path to the leaf, or continues after it.
void DporSearch::insert_along(std::uint32_t depth, Moves& moves, const Move& at_least) {
  const Move* const last = moves.back();
  std::size_t at = 0;
  while (depth < planned_end_ && may_come_first(reversals_.move(depth), moves, at)) {
    if (at < moves.size()) moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(at));
    ++depth;
  }
  if (moves.empty()) return;
  const Node& node = nodes_[depth];
  if (depth < planned_end_ || node.sleep_begin != node.sleep_end)
    turned(depth, moves, moves.back() == last ? at_least : *moves.back());
}

// ---- the stack

void DporSearch::advance() {
  while (!over_) {
    if (!demands_) backtrack();
    if (over_ || !take_kept()) return;
  }
}

// To the deepest state that still has something to run.
void DporSearch::backtrack() {
  if (ending_ == Limit::kStopped) return end(*ending_);
  while (!nodes_.empty() && nodes_.back().tree.empty()) leave_top();
  if (nodes_.empty()) return finish();
  demands_ = true;
  leaf_ = trees_.first_leaf(nodes_.back().tree);
  awaited_ = trees_[leaf_].item;
  if (ending_) end(*ending_);
}

// The move that led to it sleeps from now on.
void DporSearch::leave_top() {
  nodes_.pop_back();
  if (nodes_.empty()) return;
  const Move move = reversals_.move(graph_.size() - 1);
  shrink();
  Node& node = nodes_.back();
  sleepers_.resize(node.sleep_end);
  sleepers_.push_back(move);
  ++node.sleep_end;
  ++node.made;
}

void DporSearch::shrink() {
  if (graph_.action(graph_.size() - 1).child != 0) threads_.pop_back();
  graph_.pop();
  reversals_.pop();
  path_.pop_back();
}

void DporSearch::finish() {
  RoundEnd round;
  round.executions = summary_.executions;
  round.steps_max = summary_.steps_max;
  summary_.complete = strategy_->after(round).complete;
  end(Limit::kNone);
}

FrontierSize DporSearch::frontier() const {
  FrontierSize size;
  size.items = trees_.leaves() + (started_ ? 0 : 1);
  size.nodes = nodes_.size();
  size.bytes = size.reserved_bytes = trees_.bytes();
  return size;
}

// Each known move of a state weighs the same.
std::optional<Estimate> DporSearch::estimate() const {
  if (!started_ || (over_ && !ended_early())) return std::nullopt;
  double weight = 1, share = 0;
  for (const Node& node : nodes_) {
    std::uint32_t left = &node == &nodes_.back() ? 0 : 1;
    for (std::uint32_t branch = node.tree.first; branch != WakeupTrees::kNone; branch = trees_[branch].next)
      ++left;
    const double each = weight / std::max(1u, node.made + left);
    share += each * node.made;
    weight = each;
  }
  Estimate estimate;
  estimate.share = share;
  estimate.done = summary_.executions;
  estimate.executions = share > 0 ? static_cast<double>(summary_.executions) / share : 0;
  // Reversals are found during the search: the tree is larger than its known part.
  estimate.error = share > 0 ? 1 / share : std::numeric_limits<double>::infinity();
  return estimate;
}

// ---- items

bool DporSearch::take_kept() {
  if (leaf_ == WakeupTrees::kNone) return false;
  const std::uint64_t number = trees_[leaf_].leaf;
  if (!kept_.has(number)) return false;
  take_log(kept_.view(number));
  kept_.drop(number);
  return true;
}

void DporSearch::issue(WorkItem& item, std::uint32_t leaf) {
  describe_leaf(item, leaf);
  item.id = ItemId{++items_};
  if (leaf == WakeupTrees::kNone) {
    issued_[items_] = {};
    return;
  }
  trees_.issue(leaf, items_);
  issued_[items_] = {leaf, trees_[leaf].leaf};
}

bool DporSearch::next(WorkItem& item) {
  if (over_ || !demands_) return false;
  if (awaited_ == 0) {
    issue(item, leaf_);
    awaited_ = items_;
    return true;
  }
  while (!fresh_.empty() && issued_.size() < plan_.speculative && kept_.bytes() < kMostKeptBytes) {
    const Leaf fresh = fresh_.back();
    fresh_.pop_back();
    if (!trees_.is_leaf(fresh.branch, fresh.number) || trees_[fresh.branch].item != 0) continue;
    issue(item, fresh.branch);
    return true;
  }
  return false;
}

void DporSearch::finished(ItemId id, const LogView& log) {
  const auto issued = issued_.find(id.value);
  STALEMATE_CHECK(issued != issued_.end(), "a log of an item not in flight");
  const Leaf leaf = issued->second;
  issued_.erase(issued);
  if (over_) return;
  if (demands_ && id.value == awaited_) {
    take_log(log);
  } else if (trees_.is_leaf(leaf.branch, leaf.number)) {
    kept_.keep(leaf.number, log);
  }
  advance();
}

// Along the stack to the state where the leaf's tree begins, then along its branches. Threads are identified
// by their order of creation.
void DporSearch::describe_leaf(WorkItem& item, std::uint32_t leaf) {
  if (leaf == WakeupTrees::kNone) return describe_path(item, 0);
  branches_.clear();
  for (std::uint32_t branch = leaf; branch != WakeupTrees::kNone; branch = trees_[branch].parent)
    branches_.push_back(branch);
  std::ranges::reverse(branches_);
  const std::uint32_t depth = trees_[branches_.front()].depth;
  describe_path(item, depth);
  leaf_ids_ = ids_;
  std::uint32_t created = nodes_[depth].threads;
  for (const std::uint32_t branch : branches_) {
    const Move& move = trees_[branch].move;
    item.deviations.push_back({trees_[branch].depth, move.choice ? move.chosen : leaf_ids_[move.thread]});
    if (move.child != 0) leaf_ids_[move.child] = created++;
  }
}

}  // namespace stalemate::explore
