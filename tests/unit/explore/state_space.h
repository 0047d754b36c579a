// All reachable states of a system, as the third paper has them, in one table: who may go on from each, and
// where to, and from where it is reached. Made of a toy program by trying everything, or of a partial order
// given directly. Nothing is looked up by hash.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "happens_before.h"

namespace stalemate::toy {

struct Move {
  int thread = 0;
  std::uint32_t value = 0;  // of a data choice
  int to = 0;
};

enum class End { kNone, kClass, kFailed };  // kClass: normal end or deadlock (S8)

struct Node {
  std::vector<Move> succ;                 // by path, then value
  std::vector<std::pair<int, int>> pred;  // (state, thread)
  std::set<int> runs_on;                  // leaving these threads is a preemption (S3)
  End end = End::kNone;
  std::vector<int> snapshot = {};  // of a state without successors
};

struct Space {
  std::vector<Node> nodes;      // 0 is the initial state; a state comes after its predecessors
  std::vector<Choice> threads;  // paths

  const Node& operator[](int s) const { return nodes[static_cast<std::size_t>(s)]; }
  int size() const { return static_cast<int>(nodes.size()); }
  std::set<int> enabled(int s) const;
  // The ends, failed ones included.
  std::vector<int> terminal() const;
};

// None if there are more than `most` states.
std::optional<Space> space_of(const Program& program, int most);

// A state given by its actions: thread i has lengths[i] of them; (i, m) happens before (j, n) for every
// ((i, m), (j, n)) of `before`, counting from 0. Blocking: a thread waits for those before its next action;
// else it could always have gone on, though to another state than this one.
struct Poset {
  using Name = std::pair<int, int>;
  std::vector<int> lengths;
  std::set<std::pair<Name, Name>> before;
  bool blocking = false;
};
// All its prefixes; the last one is itself.
Space space_of(const Poset& poset);

}  // namespace stalemate::toy
