// The frontier as a tree: a node is its parent's execution with one choice changed. The deviations of an item
// are read along the path to the root, so that no prefix is ever copied. Nodes are reference-counted: a node
// is freed when no child, no run of alternatives and no window entry refers to it.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/engine/slab_pool.h"
#include "model/wire/wire.h"

namespace stalemate::explore {

class NodeStore {
 public:
  explicit NodeStore(MemorySource source) : nodes_(source) {}

  // A node with one reference, the caller's. parent = kNothing: the execution without deviations.
  std::uint32_t add(std::uint32_t parent, wire::Deviation deviation) {
    hold(parent);
    const std::uint32_t node = nodes_.take();
    nodes_[node] = Node{parent, deviation.point, deviation.choice, 1};
    return node;
  }
  void hold(std::uint32_t node, std::uint32_t times = 1) {
    if (node != kNothing) nodes_[node].references += times;
  }
  void release(std::uint32_t node) {
    while (node != kNothing && --nodes_[node].references == 0) {
      const std::uint32_t parent = nodes_[node].parent;
      nodes_.give(node);
      node = parent;
    }
  }
  wire::Deviation deviation(std::uint32_t node) const { return {nodes_[node].point, nodes_[node].choice}; }

  // All deviations from the root to the node, by increasing point.
  void deviations(std::uint32_t node, std::vector<wire::Deviation>& out) const;

  std::uint64_t live() const { return nodes_.live(); }
  std::uint64_t bytes() const { return nodes_.live() * sizeof(Node); }
  std::uint64_t reserved_bytes() const { return nodes_.reserved_bytes(); }

 private:
  struct Node {
    std::uint32_t parent, point, choice, references;
  };
  SlabPool<Node> nodes_;
};

}  // namespace stalemate::explore
