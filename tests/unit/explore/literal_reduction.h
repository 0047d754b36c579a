// The third paper's algorithms as they stand there, on tables of all states: CB(s, t), Algorithms 1 and 2
// with the invariants of their proofs, growing bounds, several workers, and the mixture of sleep sets and
// bounds that its introduction warns of.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "state_space.h"
#include "toy_search.h"

namespace stalemate::toy {

// Section 2's recursion, with memory.
class ContextBound {
 public:
  explicit ContextBound(const Space& space) : space_(&space) {}
  int of(int s);         // CB(s)
  int of(int s, int t);  // CB(s, t)

 private:
  const Space* space_;
  std::map<int, int> states_;
  std::map<std::pair<int, int>, int> steps_;
};

// The same by trying every execution that ends in s: every path of the table.
int least_preemptions(const Space& space, int s);

// Algorithm 1. The states in the order in which Search is called.
std::vector<int> algorithm_1(const Space& space, int csb);

// Algorithm 2.
class Algorithm2 {
 public:
  Algorithm2(const Space& space, bool checks_invariants)
      : space_(space), cb_(space), checks_(checks_invariants) {}

  // Searches within the bound; the terminal states in the order in which they are reached, each a run of the
  // program.
  std::vector<int> search(int csb);
  void clear() { h_.clear(); }
  // Without running the program: the terminal state is known.
  void mark_known(int s, int csb);
  bool knows(int s) const { return h_.contains(s); }

  // Search by any number of workers that have no H: each item is a state to go on from; whoever owns H drops
  // those that are in it by the time, marks the ends that arrive, and counts those that were known already.
  std::vector<int> search_with_workers(int csb, std::uint32_t in_flight, Dice& dice, int& redundant);

  const std::string& violation() const { return violation_; }  // of an invariant, or of Theorem 4
  std::uint64_t visited() const { return visited_; }           // calls of Search

 private:
  bool allowed(int s, const Move& move) { return !h_.contains(move.to) && cb_.of(s, move.thread) <= csb_; }
  bool exhausted(int s);
  void search_from(int s);
  void mark(int s);
  void check_mi();
  void check_inv();
  std::set<int> reach(int s);

  const Space& space_;
  ContextBound cb_;
  bool checks_;
  int csb_ = 0;
  std::set<int> h_;
  std::set<int> stack_;  // S of the proof: states on the stack of Mark
  std::vector<int> ends_;
  std::string violation_;
  std::uint64_t visited_ = 0;
};

// Section 1's mixture: depth first, sleep sets, and no execution of more than csb preemptions. The terminal
// states that it reaches.
std::set<int> sleep_sets_within(const Space& space, int csb);

}  // namespace stalemate::toy
