// The classes of a toy program (S8) with their least bounds, by trying every interleaving: what a reduced
// search is judged by. A failed execution has no class; its graph is counted apart, since it is executed like
// the others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "state_space.h"

namespace stalemate::toy {

struct GraphEnd {
  std::uint32_t bound = 0;           // least number of preemptions over its linearizations
  std::uint64_t linearizations = 0;  // 0: not counted
  bool failed = false;
  std::vector<int> snapshot;
};

struct ClassTable {
  std::uint64_t interleavings = 0;  // 0: not counted
  std::vector<GraphEnd> ends;       // of all complete graphs, failed ones included, in no particular order

  // How many of them have exactly bound i; as long as the largest bound of either kind asks for.
  std::vector<std::uint64_t> classes_per_bound() const { return per_bound(false); }
  std::vector<std::uint64_t> failing_per_bound() const { return per_bound(true); }
  std::uint64_t classes() const;
  std::uint64_t failing() const { return ends.size() - classes(); }
  // Fingerprints of the last states within the bound.
  std::multiset<std::uint64_t> final_states(std::uint32_t bound) const;

 private:
  std::vector<std::uint64_t> per_bound(bool failed) const;
};

// By enumeration of all interleavings; none if there are more than `most`.
std::optional<ClassTable> enumerate_classes(const Program& program, std::uint64_t most);

// From the table of all states, by the recursion for CB(s): where there are too many interleavings.
ClassTable classes_of(const Space& space);

}  // namespace stalemate::toy
