// Tries interleavings until one lets the read see the challenger, each state once. Events that can only help
// (reads that see what they saw, releases, forks, posts, …) are taken at once, alone; and nothing is tried
// that would take away what a required event still needs. Both preserve the answer: found, or that there is
// none, unless the budget of states runs out first.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash128.h"
#include "predict/decide/cones.h"
#include "predict/decide/machine.h"

namespace stalemate::predict {

struct Goal {
  std::uint32_t read = kNone;        // kNone: the end of all threads, where the variable is read
  std::uint32_t challenger = kNone;  // kNone: the initial value
  std::uint32_t variable = 0;
};

// Of hashes, flat; emptying takes as long as filling did.
class HashSet {
 public:
  bool insert(Hash128 hash);  // whether it is new
  void clear();

 private:
  void grow();

  std::vector<Hash128> slots_ = std::vector<Hash128>(1024);  // {0, 0}: free
  std::vector<std::size_t> used_;
};

class ExactSearch {
 public:
  enum class Outcome : std::uint8_t { kFound, kNone, kGaveUp };

  ExactSearch(const TraceIndex& index, Machine& machine) : index_(index), machine_(machine) {}

  // From where the machine is; when found, the machine is where the read comes next and sees the challenger.
  // `required`: events of each thread that every such interleaving has; `allowed`: that it may have.
  Outcome search(Goal goal, Clock required, Clock allowed, std::uint64_t& budget);

 private:
  struct Frame {
    std::size_t taken;
    std::uint32_t first_choice, next_choice;
  };

  Outcome walk(Goal goal, Clock required, Clock allowed, std::uint64_t& budget);
  bool reached() const;
  bool follows(std::uint32_t event) const;  // possible, and a read of it is right
  bool only_helps(std::uint32_t event) const;
  bool harms(std::uint32_t event) const;
  bool harms_reads(std::uint32_t variable, std::uint32_t event) const;
  bool harms_goal(std::uint32_t event) const;
  bool closes_too_early(std::uint32_t event) const;
  bool pending(std::uint32_t event) const;
  void take_what_helps();
  void push_frame();

  const TraceIndex& index_;
  Machine& machine_;
  Goal goal_;
  Clock required_, allowed_;
  std::vector<std::uint32_t> held_;  // sections that the read is in
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> choices_;
  HashSet seen_;
};

}  // namespace stalemate::predict
