#include "explore/dpor/wakeup_tree.h"

namespace stalemate::explore {

bool may_come_first(const Move& first, const Moves& moves, std::size_t& at) {
  for (at = 0; at < moves.size(); ++at) {
    if (moves[at]->thread == first.thread) return is_same(*moves[at], first);
    if (conflict(first, *moves[at])) return false;
  }
  return true;
}

WakeupTrees::Inserted WakeupTrees::insert(Tree& tree, std::uint32_t depth, Moves& moves,
                                          const Move& at_least) {
  const Move* const last = moves.back();
  Tree* here = &tree;
  std::uint32_t parent = kNone;
  for (std::uint32_t branch = here->first; branch != kNone;) {
    std::size_t at = 0;
    if (!may_come_first(branches_[branch].move, moves, at)) {
      branch = branches_[branch].next;
      continue;
    }
    if (branches_[branch].is_leaf()) return {kNone, at == 0 && branches_[branch].certain ? kNone : branch};
    if (at < moves.size()) moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(at));
    parent = branch;
    here = &branches_[branch].below;
    ++depth;
    branch = here->first;
  }
  if (moves.empty()) return {};
  std::uint32_t added = kNone;
  const bool has_last = moves.back() == last;
  const bool certain = !has_last || (last->uses == at_least.uses && last->ends == at_least.ends);
  if (has_last) moves.back() = &at_least;
  for (const Move* move : moves) {
    added = add(tree, parent, depth++, *move);
    parent = added;
  }
  make_leaf(added);
  branches_[added].certain = certain;
  return {added, kNone};
}

std::uint32_t WakeupTrees::append(Tree& tree, std::uint32_t depth, const Move& move) {
  const std::uint32_t added = add(tree, kNone, depth, move);
  make_leaf(added);
  return added;
}

void WakeupTrees::make_leaf(std::uint32_t branch) {
  branches_[branch].leaf = ++numbers_;
  ++waiting_;
}

std::uint32_t WakeupTrees::add(Tree& tree, std::uint32_t parent, std::uint32_t depth, const Move& move) {
  std::uint32_t added = free_;
  if (added == kNone) {
    added = static_cast<std::uint32_t>(branches_.size());
    branches_.emplace_back();
  } else {
    free_ = branches_[added].next;
  }
  Tree& target = parent == kNone ? tree : branches_[parent].below;
  (target.empty() ? target.first : branches_[target.last].next) = added;
  target.last = added;
  Branch& branch = branches_[added];
  branch = Branch{};
  branch.move = move;
  branch.parent = parent;
  branch.depth = depth;
  return added;
}

Move WakeupTrees::descend(Tree& tree, Tree& below) {
  const std::uint32_t taken = tree.first;
  Branch& branch = branches_[taken];
  tree.first = branch.next;
  if (tree.first == kNone) tree.last = kNone;
  below = branch.below;
  for (std::uint32_t child = below.first; child != kNone; child = branches_[child].next)
    branches_[child].parent = kNone;
  const Move move = branch.move;
  free(taken);
  return move;
}

void WakeupTrees::free(std::uint32_t branch) {
  if (branches_[branch].leaf != 0) --waiting_;
  branches_[branch].leaf = 0;
  branches_[branch].next = free_;
  free_ = branch;
}

void WakeupTrees::drop(Tree& tree) {
  while (!tree.empty()) {
    Tree below;
    descend(tree, below);
    drop(below);
  }
}

std::uint32_t WakeupTrees::first_leaf(const Tree& tree) const {
  std::uint32_t branch = tree.first;
  while (branch != kNone && !branches_[branch].is_leaf()) branch = branches_[branch].below.first;
  return branch;
}

std::uint32_t WakeupTrees::after(std::uint32_t branch) const {
  if (!branches_[branch].is_leaf()) return branches_[branch].below.first;
  while (branch != kNone && branches_[branch].next == kNone) branch = branches_[branch].parent;
  return branch == kNone ? kNone : branches_[branch].next;
}

}  // namespace stalemate::explore
