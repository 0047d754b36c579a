// How much of a depth-first search is done, and how large it will be: the weighted tree estimate (Knuth,
// "Estimating the efficiency of backtrack programs", 1975; Kilby, Slaney, Thiebaux, Walsh, "Estimating search
// tree size", AAAI 2006). A leaf whose path from the root branches b1, b2, ... bk times weighs 1/(b1 b2 ...
// bk). The weights of all leaves add up to one, so those of the finished leaves are the share that is done,
// and executions / share is the expected total. Pure and deterministic: the estimate after the n-th execution
// does not depend on which worker ran it when.
//
// A program that behaves differently when a state is visited again contradicts the numbers of successors.
// Then there is no estimate until the next begin(); the search itself does not depend on it.
//
// The order of a search is not random: what comes later is often larger, and is so again at the next bound.
// So if the previous search was like this one, the share is the mean of the weights and of the progress of
// that search at the same weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stalemate::explore {

// Of the round (bound, depth) under way.
struct Estimate {
  double share = 0;        // that is done: never falls, and is 1 exactly when nothing is left
  std::uint64_t done = 0;  // executions of the round so far
  double executions = 0;   // expected of the whole round
  // The total is likely between executions / (1 + error) and executions * (1 + error): for nine of ten
  // searches by preemption bound, for eight of ten of a single tree, for fewer of those before a tenth is
  // done (bench/RESULTS.md). Infinite: unknown yet.
  double error = 0;
};

// `points` successive points, with `ways` alternatives at each.
struct Split {
  std::uint32_t ways = 1;
  std::uint32_t points = 1;
};

class TreeEstimate {
 public:
  TreeEstimate() { begin(1); }

  // A search of this many trees, one after the other.
  void begin(std::uint64_t trees);
  // The same, after a similar search: the previous bound.
  void begin_next(std::uint64_t trees);

  // For a search that visits states: enters the next successor of the current state, which has so many
  // successors itself (at least one), or is a leaf, executed or only visited.
  void enter(std::uint32_t successors);
  void leaf(bool executed);
  // Back to the parent state. Successors that were not visited count as done.
  void leave();

  // For a search that runs whole executions: the next one, and the points after its last deviation that have
  // alternatives, by increasing point. They follow it, those at the last point first.
  void execution(std::span<const Split> splits);

  // Empty if the search contradicted itself.
  std::optional<Estimate> now() const;

 private:
  // The part of the search between two moments.
  struct Stretch {
    double weight = 0;
    double executions = 0;
  };
  // The successors of a state: what each weighs, and how many are left.
  struct Level {
    double weight;
    std::uint64_t left;
  };
  static constexpr std::size_t kStretches = 64;

  double take();
  void credit(double weight, double executions);
  void close_stretch();
  void join_stretches();
  void remember_course();
  double share_at(double weight) const;
  double beyond_roots() const;
  double spread(double share) const;

  std::vector<Level> levels_;
  bool contradicted_ = false;
  std::uint64_t trees_ = 0;
  std::uint64_t done_ = 0;
  std::array<Stretch, kStretches> stretches_;  // of about equal weight
  std::size_t closed_ = 0;
  double width_ = 0;                        // of a stretch; 0: there is none yet
  Stretch past_;                            // all closed ones
  Stretch open_;                            // since then
  std::array<Stretch, kStretches> course_;  // of the previous search, cumulative and as shares
  std::size_t course_length_ = 0;           // 0: unknown
  double split_before_ = 0;                 // its share of alternatives of its items
};

}  // namespace stalemate::explore
