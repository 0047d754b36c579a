// libstdc++ balances and traverses the trees of std::map, std::set and their multi versions in its compiled
// part, which is not instrumented. These functions replace them and check every access to a node. Each works
// in a program that is not explored.
//
// Red-black trees as in Cormen, Leiserson, Rivest: Introduction to Algorithms (1990), chapter 14; erasure
// relinks nodes instead of copying values, so that iterators stay valid. The header of a tree lies in the
// container: its parent is the root, its left and right are the first and the last node.
#include "runtime/cxx/library/checked_nodes.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

enum class Color : std::uint32_t { kRed = 0, kBlack = 1 };

// std::_Rb_tree_node_base
struct Node {
  Color color;
  Node* parent;
  Node* left;
  Node* right;
};

// Selects the child on one side, so that mirrored cases are written once.
using Side = Node* Node::*;
constexpr Side kLeft = &Node::left, kRight = &Node::right;

class Tree {
 public:
  explicit Tree(std::uintptr_t pc, Node* header = nullptr) : nodes_(pc), header_(header) {}

  void insert(Node* node, Node* parent, bool left) const;
  Node* erase(Node* erased) const;
  Node* next(Node* node) const;
  Node* previous(Node* node) const;
  unsigned black_count(const Node* node, const Node* root) const;

 private:
  Color color(const Node* node) const { return nodes_.load(node->color); }
  bool is_black(const Node* node) const { return node == nullptr || color(node) == Color::kBlack; }
  void paint(Node* node, Color color) const { nodes_.store(node->color, color); }
  Node* parent(const Node* node) const { return nodes_.load(node->parent); }
  void set_parent(Node* node, Node* parent) const { nodes_.store(node->parent, parent); }
  Node* child(const Node* node, Side side) const { return nodes_.load(node->*side); }
  void set_child(Node* node, Side side, Node* child) const { nodes_.store(node->*side, child); }
  Node* root() const { return parent(header_); }

  Node* last(Node* node, Side side) const;
  void replace_child(Node* old, Node* parent, Node* now) const;
  void rotate(Node* node, Side side, Side other) const;
  Node* balance_insertion(Node* node, Side side, Side other) const;
  struct Gap {  // where a black node is missing
    Node* node;
    Node* parent;
    bool closed;
  };
  Gap unlink(Node* erased) const;
  Gap unlink_with_successor(Node* erased, Node* successor) const;
  Gap balance_erasure(Gap gap, Side side, Side other) const;

  CheckedNodes nodes_;
  Node* header_;
};

Node* Tree::last(Node* node, Side side) const {
  while (Node* next = child(node, side)) node = next;
  return node;
}

// `parent`, or the header if `old` is the root, gets `now` as a child instead of `old`.
void Tree::replace_child(Node* old, Node* parent, Node* now) const {
  if (root() == old)
    set_parent(header_, now);
  else if (child(parent, kLeft) == old)
    set_child(parent, kLeft, now);
  else
    set_child(parent, kRight, now);
}

// To `side`: the child on the other side takes the place of `node`.
void Tree::rotate(Node* node, Side side, Side other) const {
  Node* const up = child(node, other);
  Node* const inner = child(up, side);
  set_child(node, other, inner);
  if (inner != nullptr) set_parent(inner, node);
  set_parent(up, parent(node));
  replace_child(node, parent(node), up);
  set_child(up, side, node);
  set_parent(node, up);
}

// `node` is red like its parent, which is its own parent's child on `side`. Returns where to look next.
Node* Tree::balance_insertion(Node* node, Side side, Side other) const {
  Node* const grandparent = parent(parent(node));
  Node* const uncle = child(grandparent, other);
  if (uncle != nullptr && color(uncle) == Color::kRed) {
    paint(parent(node), Color::kBlack);
    paint(uncle, Color::kBlack);
    paint(grandparent, Color::kRed);
    return grandparent;
  }
  if (node == child(parent(node), other)) {
    node = parent(node);
    rotate(node, side, other);
  }
  paint(parent(node), Color::kBlack);
  paint(grandparent, Color::kRed);
  rotate(grandparent, other, side);
  return node;
}

void Tree::insert(Node* node, Node* above, bool left) const {
  set_parent(node, above);
  set_child(node, kLeft, nullptr);
  set_child(node, kRight, nullptr);
  paint(node, Color::kRed);
  if (left) {
    set_child(above, kLeft, node);  // of the header: the first node
    if (above == header_) {
      set_parent(header_, node);
      set_child(header_, kRight, node);
    } else if (above == child(header_, kLeft)) {
      set_child(header_, kLeft, node);
    }
  } else {
    set_child(above, kRight, node);
    if (above == child(header_, kRight)) set_child(header_, kRight, node);
  }
  while (node != root() && color(parent(node)) == Color::kRed) {
    const bool in_left = parent(node) == child(parent(parent(node)), kLeft);
    node = in_left ? balance_insertion(node, kLeft, kRight) : balance_insertion(node, kRight, kLeft);
  }
  paint(root(), Color::kBlack);
}

// `erased` has two children; its successor takes its place and its color.
Tree::Gap Tree::unlink_with_successor(Node* erased, Node* successor) const {
  Gap gap = {child(successor, kRight), successor, false};
  set_parent(child(erased, kLeft), successor);
  set_child(successor, kLeft, child(erased, kLeft));
  if (successor != child(erased, kRight)) {
    gap.parent = parent(successor);
    if (gap.node != nullptr) set_parent(gap.node, parent(successor));
    set_child(parent(successor), kLeft, gap.node);
    set_child(successor, kRight, child(erased, kRight));
    set_parent(child(erased, kRight), successor);
  }
  replace_child(erased, parent(erased), successor);
  set_parent(successor, parent(erased));
  const Color removed = color(successor);
  paint(successor, color(erased));
  paint(erased, removed);
  return gap;
}

// Removes `erased` from the tree; its color is then that of the removed place.
Tree::Gap Tree::unlink(Node* erased) const {
  Node* only = child(erased, kLeft);
  if (only == nullptr) {
    only = child(erased, kRight);
  } else if (Node* right = child(erased, kRight)) {
    return unlink_with_successor(erased, last(right, kLeft));
  }
  Node* const above = parent(erased);
  if (only != nullptr) set_parent(only, above);
  replace_child(erased, above, only);
  if (child(header_, kLeft) == erased)
    set_child(header_, kLeft, child(erased, kRight) == nullptr ? parent(erased) : last(only, kLeft));
  if (child(header_, kRight) == erased)
    set_child(header_, kRight, child(erased, kLeft) == nullptr ? parent(erased) : last(only, kRight));
  return {only, above, false};
}

// The gap is its parent's child on `side`.
Tree::Gap Tree::balance_erasure(Gap gap, Side side, Side other) const {
  Node* sibling = child(gap.parent, other);
  if (color(sibling) == Color::kRed) {
    paint(sibling, Color::kBlack);
    paint(gap.parent, Color::kRed);
    rotate(gap.parent, side, other);
    sibling = child(gap.parent, other);
  }
  if (is_black(child(sibling, side)) && is_black(child(sibling, other))) {
    paint(sibling, Color::kRed);
    return {gap.parent, parent(gap.parent), false};
  }
  if (is_black(child(sibling, other))) {
    paint(child(sibling, side), Color::kBlack);
    paint(sibling, Color::kRed);
    rotate(sibling, other, side);
    sibling = child(gap.parent, other);
  }
  paint(sibling, color(gap.parent));
  paint(gap.parent, Color::kBlack);
  if (Node* outer = child(sibling, other)) paint(outer, Color::kBlack);
  rotate(gap.parent, side, other);
  gap.closed = true;
  return gap;
}

Node* Tree::erase(Node* erased) const {
  Gap gap = unlink(erased);
  if (color(erased) == Color::kRed) return erased;
  while (!gap.closed && gap.node != root() && is_black(gap.node)) {
    const bool in_left = gap.node == child(gap.parent, kLeft);
    gap = in_left ? balance_erasure(gap, kLeft, kRight) : balance_erasure(gap, kRight, kLeft);
  }
  if (gap.node != nullptr) paint(gap.node, Color::kBlack);
  return erased;
}

Node* Tree::next(Node* node) const {
  if (Node* below = child(node, kRight)) return last(below, kLeft);
  Node* above = parent(node);
  while (node == child(above, kRight)) {
    node = above;
    above = parent(above);
  }
  // The header's right is the last node: if that is the root, the walk went past the header to the root.
  return child(node, kRight) != above ? above : node;
}

// The header is red, and its own grandparent: its predecessor is the last node.
Node* Tree::previous(Node* node) const {
  if (color(node) == Color::kRed && parent(parent(node)) == node) return child(node, kRight);
  if (Node* below = child(node, kLeft)) return last(below, kRight);
  Node* above = parent(node);
  while (node == child(above, kLeft)) {
    node = above;
    above = parent(above);
  }
  return above;
}

unsigned Tree::black_count(const Node* node, const Node* root) const {
  unsigned count = 0;
  for (; node != nullptr; node = parent(node)) {
    if (color(node) == Color::kBlack) ++count;
    if (node == root) break;
  }
  return count;
}

}  // namespace

// void std::_Rb_tree_insert_and_rebalance(bool left, node* inserted, node* parent, node& header)
STALEMATE_INTERPOSED void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left,
                                                                                            Node* inserted,
                                                                                            Node* parent,
                                                                                            Node* header) {
  Tree(STALEMATE_CALLER, header).insert(inserted, parent, left);
}

// node* std::_Rb_tree_rebalance_for_erase(node* erased, node& header)
STALEMATE_INTERPOSED Node* _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(Node* erased,
                                                                                        Node* header) {
  return Tree(STALEMATE_CALLER, header).erase(erased);
}

// node* std::_Rb_tree_increment(node*), and of const nodes
STALEMATE_INTERPOSED Node* _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(Node* node) {
  return Tree(STALEMATE_CALLER).next(node);
}
STALEMATE_INTERPOSED Node* _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(Node* node) {
  return Tree(STALEMATE_CALLER).next(node);
}

// node* std::_Rb_tree_decrement(node*), and of const nodes
STALEMATE_INTERPOSED Node* _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(Node* node) {
  return Tree(STALEMATE_CALLER).previous(node);
}
STALEMATE_INTERPOSED Node* _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(Node* node) {
  return Tree(STALEMATE_CALLER).previous(node);
}

// unsigned std::_Rb_tree_black_count(const node*, const node* root)
STALEMATE_INTERPOSED unsigned _ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_(const Node* node,
                                                                                    const Node* root) {
  return Tree(STALEMATE_CALLER).black_count(node, root);
}
