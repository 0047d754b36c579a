// How many executions and classes the driver of por_table_1.cc has within each bound, counted without the
// tool: the accesses of the queue's indices and lock are the steps, every schedule is run, and classes are
// told apart by their happens-before graphs as section 3.3 of the third paper writes them down.
#pragma once

#include <cstdint>
#include <vector>

namespace papers {

struct StealingProgram {
  unsigned jobs = 3;
  unsigned attempts = 3;  // of the thief
  bool lock_steps = true;
  bool reads_commute = false;
  // True: the owner creates the thief, whose start is a step. False: either begins, as in the paper.
  bool owner_begins = true;
};

struct StealingCounts {
  std::vector<std::uint64_t> executions, classes;  // within each bound
};

StealingCounts count_stealing(const StealingProgram& program, unsigned largest_bound);

}  // namespace papers
