// Saves an optimal search as bytes and resumes it: the graph of the previous execution, and for each state
// along it the sleeping moves and what is still to be run. What follows from that is not written. Runs that
// were under way are issued again.
#include <algorithm>

#include "base/check.h"
#include "explore/dpor/dpor_search.h"

namespace stalemate::explore {
namespace {

void save_move(ByteSink& sink, const Move& move) {
  sink.number(move.thread);
  sink.number(move.child);
  sink.number(move.chosen);
  sink.number((move.choice ? 1u : 0u) | (move.ends ? 2u : 0u));
  sink.number(move.uses);
  for (int i = 0; i < move.uses; ++i)
    sink.number(std::uint64_t{move.use[i].variable} << 2 | static_cast<std::uint64_t>(move.use[i].access));
}

Move load_move(ByteSource& source, const Numbering& names) {
  Move move;
  move.thread = static_cast<std::uint16_t>(source.number(names.threads()));
  move.child = static_cast<std::uint16_t>(source.number(names.threads()));
  source.number_to(move.chosen);
  const std::uint64_t bits = source.number(4);
  move.choice = (bits & 1) != 0;
  move.ends = (bits & 2) != 0;
  for (std::uint64_t left = source.number(Move::kMostUses + 1); left > 0; --left) {
    const std::uint64_t use = source.number(std::uint64_t{names.variables()} << 2);
    if ((use & 3) > static_cast<std::uint64_t>(Access::kExclusive)) source.fail();
    move.add_use(static_cast<std::uint32_t>(use >> 2), static_cast<Access>(use & 3));
  }
  return source.ok() ? move : Move{};
}

// The move as it was made, or as the choices after it made it.
bool is_of(const Move& move, const Action& action) {
  const Move made = move_of(action);
  const auto first = made.use, last = made.use + made.uses;
  return is_same(move, made) && move.child == made.child && move.ends >= made.ends &&
         std::all_of(first, last, [&move](const Use& use) { return move.has(use); });
}

}  // namespace

// ---- moves of the execution

void Reversals::save(ByteSink& sink) const {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    save_move(sink, moves_[i]);
    sink.raw(&looks_[i].before, sizeof looks_[i].before);
    sink.raw(&looks_[i].expects, sizeof looks_[i].expects);
  }
}

bool Reversals::load(ByteSource& source) {
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    moves_.push_back(load_move(source, numbering_));
    Look& look = looks_.emplace_back();
    source.raw(&look.before, sizeof look.before);
    source.raw(&look.expects, sizeof look.expects);
    if (!source.ok() || !is_of(moves_.back(), graph_.action(i))) return false;
  }
  return true;
}

// ---- trees: each branch with the number of its successors, then these

void WakeupTrees::save(ByteSink& sink, const Tree& tree) const {
  const auto save_count = [&](const Tree& of) {
    std::uint64_t count = 0;
    for (std::uint32_t branch = of.first; branch != kNone; branch = branches_[branch].next) ++count;
    sink.number(count);
  };
  save_count(tree);
  for (std::uint32_t branch = tree.first; branch != kNone; branch = after(branch)) {
    save_move(sink, branches_[branch].move);
    sink.flag(branches_[branch].certain);
    save_count(branches_[branch].below);
  }
}

bool WakeupTrees::load(ByteSource& source, const Numbering& names, Tree& tree, std::uint32_t depth) {
  struct Level {
    std::uint32_t parent = kNone;
    std::size_t left = 0;  // branches that are still to be read
  };
  std::vector<Level> levels{{kNone, source.count()}};
  while (!levels.empty() && source.ok()) {
    if (levels.back().left == 0) {
      levels.pop_back();
      continue;
    }
    --levels.back().left;
    const auto at = depth + static_cast<std::uint32_t>(levels.size()) - 1;
    const std::uint32_t added = add(tree, levels.back().parent, at, load_move(source, names));
    branches_[added].certain = source.flag();
    if (const std::size_t count = source.count(); count > 0) {
      levels.push_back({added, count});
    } else {
      branches_[added].leaf = ++numbers_;
      ++waiting_;
    }
  }
  return source.ok();
}

// ---- the search

// A search that ended otherwise waits for nothing, or for nothing that can be run.
bool DporSearch::can_save() const {
  if (!over_) return true;
  if (!demands_) return false;
  return summary_.limit == Limit::kExecutions || (summary_.limit == Limit::kStopped && !ending_);
}

void DporSearch::save(ByteSink& sink) {
  STALEMATE_CHECK(can_save(), "a search that is over is to be gone on with");
  STALEMATE_CHECK(demands_, "a search is saved while it takes a log");
  sink.number(static_cast<std::uint64_t>(plan_.how));
  sink.flag(started_);
  sink.flag(raced_);
  numbering_.save(sink);
  graph_.save(sink);
  reversals_.save(sink);
  save_stack(sink);
  summary_.save(sink);
}

bool DporSearch::load(ByteSource& source) {
  if (source.number() != static_cast<std::uint64_t>(plan_.how)) source.fail();
  started_ = source.flag();
  raced_ = source.flag();
  if (!numbering_.load(source) || !graph_.load(source) || !reversals_.load(source)) return false;
  if (!load_stack(source)) return false;
  summary_.load(source);
  if (!source.ok()) return false;
  if (budget_.executions != 0) budget_.executions += summary_.executions;
  return true;
}

// ---- the stack

void DporSearch::save_stack(ByteSink& sink) const {
  sink.number(initial_);
  for (const Taken& taken : path_) sink.flag(taken.deviates);
  for (const Node& node : nodes_) {
    sink.number(node.sleep_end - node.sleep_begin);
    for (std::uint32_t i = node.sleep_begin; i < node.sleep_end; ++i) save_move(sink, sleepers_[i]);
    sink.number(node.made);
    trees_.save(sink, node.tree);
    for (std::uint32_t branch = node.tree.first; branch != WakeupTrees::kNone; branch = trees_.after(branch))
      if (trees_[branch].is_leaf()) save_doubtful(sink, trees_[branch].leaf);
  }
}

void DporSearch::save_doubtful(ByteSink& sink, std::uint64_t leaf) const {
  const auto found = doubtful_.find(leaf);
  sink.number(found == doubtful_.end() ? 0 : found->second.size());
  if (found == doubtful_.end()) return;
  for (const Doubtful& doubtful : found->second) {
    sink.number(doubtful.depth);
    save_move(sink, doubtful.at_least);
    sink.number(doubtful.moves.size());
    for (const Move& move : doubtful.moves) save_move(sink, move);
  }
}

// Of a leaf in the tree of that depth.
bool DporSearch::load_doubtful(ByteSource& source, std::uint64_t leaf, std::uint32_t depth) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    Doubtful doubtful;
    doubtful.depth = static_cast<std::uint32_t>(source.number(depth + 1u));
    doubtful.at_least = load_move(source, numbering_);
    const std::size_t count = source.count();
    if (count == 0) source.fail();
    while (doubtful.moves.size() < count && source.ok())
      doubtful.moves.push_back(load_move(source, numbering_));
    doubtful_[leaf].push_back(std::move(doubtful));
  }
  return source.ok();
}

// The first leaf of the top state is awaited: a search that is saved has just backtracked to it.
bool DporSearch::load_stack(ByteSource& source) {
  if (!load_threads(source)) return false;
  nodes_.clear();
  while (nodes_.size() <= graph_.size())
    if (!load_node(source)) return false;
  leaf_ = trees_.first_leaf(nodes_.back().tree);
  const bool waits_for_leaf = leaf_ != WakeupTrees::kNone;
  return started_ ? waits_for_leaf : trees_.leaves() == 0 && graph_.size() == 0;
}

// Threads in the order of their creation, and the path by them.
bool DporSearch::load_threads(ByteSource& source) {
  initial_ = static_cast<std::uint32_t>(source.number(numbering_.threads() + 1));
  threads_.assign(1, 0);
  const auto add = [this](std::uint32_t thread) {
    if (thread >= graph_.threads() || threads_.size() == Numbering::kMostThreads) return false;
    ids_[thread] = static_cast<std::uint32_t>(threads_.size());
    threads_.push_back(thread);
    return true;
  };
  for (std::uint32_t i = 1; i < initial_; ++i) {
    const std::uint32_t thread = numbering_.child(0, i);
    if (!add(thread) || !graph_.is_initial(thread)) return false;
  }
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    const Action& action = graph_.action(i);
    path_.push_back({action.choice ? action.chosen : ids_[action.thread], source.flag()});
    if (action.child != 0 && !add(action.child)) return false;
  }
  return source.ok() && initial_ > 0;
}

bool DporSearch::load_node(ByteSource& source) {
  const auto depth = static_cast<std::uint32_t>(nodes_.size());
  Node node;
  node.threads = depth == 0 ? initial_ : nodes_.back().threads + (graph_.action(depth - 1).child != 0);
  node.sleep_begin = static_cast<std::uint32_t>(sleepers_.size());
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left)
    sleepers_.push_back(load_move(source, numbering_));
  node.sleep_end = static_cast<std::uint32_t>(sleepers_.size());
  node.made = static_cast<std::uint32_t>(source.number(node.sleep_end - node.sleep_begin + 1));
  if (!trees_.load(source, numbering_, node.tree, depth)) return false;
  nodes_.push_back(node);
  // Idle workers begin with the leaves whose turn comes first.
  const auto before = static_cast<std::ptrdiff_t>(fresh_.size());
  for (std::uint32_t branch = node.tree.first; branch != WakeupTrees::kNone; branch = trees_.after(branch))
    if (trees_[branch].is_leaf()) {
      if (!load_doubtful(source, trees_[branch].leaf, depth)) return false;
      fresh_.push_back({branch, trees_[branch].leaf});
    }
  std::reverse(fresh_.begin() + before, fresh_.end());
  return true;
}

}  // namespace stalemate::explore
