// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas 2014): of each state on the stack, the sequences of moves
// that must still be run from there, as an ordered tree. Every leaf will be run, and none is redundant: it is
// not equivalent to what lies before it in the tree. A leaf stays a leaf until it is run.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/dpor/move.h"

namespace stalemate::explore {

using Moves = std::vector<const Move*>;

// Whether `first`, which can be made where the moves begin, might as well come before all of them: it is one
// of them and no earlier one conflicts with it, or it conflicts with none. `at`: which of them it is;
// moves.size() if it is not among them.
bool may_come_first(const Move& first, const Moves& moves, std::size_t& at);

class WakeupTrees {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // The tree of one state.
  struct Tree {
    std::uint32_t first = kNone, last = kNone;
    bool empty() const { return first == kNone; }
  };
  struct Branch {
    Move move;
    std::uint32_t parent = kNone;  // kNone: the tree begins with it
    std::uint32_t next = kNone;    // the next one from the same state
    Tree below;
    std::uint32_t depth = 0;  // of the state, in moves from the start of the execution
    std::uint64_t leaf = 0;   // its number, if it was inserted as one
    std::uint64_t item = 0;   // that was issued for it; 0: none
    bool certain = true;      // the effects of its last move
    bool is_leaf() const { return below.empty(); }
  };

  struct Inserted {
    std::uint32_t leaf = kNone;  // that was added
    // Or the leaf that is equivalent to a part of it, provided that its last move is as assumed.
    std::uint32_t covering = kNone;
  };
  // Adds a sequence that begins at the state of that depth, unless a leaf is equivalent to a part of it.
  // Takes moves out of `moves`. The last one may do less than assumed; it is added as `at_least`.
  Inserted insert(Tree& tree, std::uint32_t depth, Moves& moves, const Move& at_least);
  // Adds a move that is not equivalent to any in the tree.
  std::uint32_t append(Tree& tree, std::uint32_t depth, const Move& move);
  // Takes the first branch out of the tree; the tree becomes what is below it.
  Move descend(Tree& tree, Tree& below);
  // Nothing in it will be run.
  void drop(Tree& tree);
  std::uint32_t first_leaf(const Tree& tree) const;
  // The next branch in preorder; kNone: it is the last of its tree.
  std::uint32_t after(std::uint32_t branch) const;

  const Branch& operator[](std::uint32_t branch) const { return branches_[branch]; }
  // Whether that branch is still the leaf of that number.
  bool is_leaf(std::uint32_t branch, std::uint64_t leaf) const {
    return branch < branches_.size() && branches_[branch].leaf == leaf;
  }
  void issue(std::uint32_t branch, std::uint64_t item) { branches_[branch].item = item; }
  std::uint64_t leaves() const { return waiting_; }
  std::uint64_t bytes() const { return branches_.capacity() * sizeof(Branch); }

  void save(ByteSink& sink, const Tree& tree) const;
  // A tree that begins at the state of that depth; its leaves get new numbers. False: the input is invalid.
  bool load(ByteSource& source, const Numbering& names, Tree& tree, std::uint32_t depth);

 private:
  void free(std::uint32_t branch);
  void make_leaf(std::uint32_t branch);
  // Behind `parent`, or where the tree begins.
  std::uint32_t add(Tree& tree, std::uint32_t parent, std::uint32_t depth, const Move& move);

  std::vector<Branch> branches_;
  std::uint32_t free_ = kNone;
  std::uint64_t numbers_ = 0;
  std::uint64_t waiting_ = 0;
};

}  // namespace stalemate::explore
