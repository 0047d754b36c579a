// The coverage experiments of the second paper (section 4.2): four subjects, each searched with up to 1, 2
// and 3 preemptions and depth-first, with fairness, and without it up to a depth, where random walks go on.
// Everything but the time is the same on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace papers {

// How to search. No preemptions: depth-first. No depth: with fairness.
struct Search {
  std::optional<unsigned> preemptions;
  std::optional<unsigned> depth;
  std::uint64_t most_executions = 0;
};

struct Found {
  std::uint64_t states = 0;
  std::uint64_t executions = 0;
  double seconds = 0;
  bool finished = false;  // within the budget
};

struct Subject {
  const char* name;
  void (*scenario)();
  std::uint64_t (*total)(std::optional<unsigned> preemptions);  // by stateful search
  const char* published[4]
                       [7];  // table 2: cb = 1, 2, 3 and dfs; total, with fairness, db = 20, 30, 40, 50, 60
};

inline constexpr unsigned kDepths[] = {20, 30, 40, 50, 60};
inline constexpr std::optional<unsigned> kStrategies[] = {1, 2, 3, std::nullopt};
inline constexpr const char* kStrategyNames[] = {"cb=1", "cb=2", "cb=3", "dfs"};

// Philosophers 2 and 3, thieves 1 and 2.
std::span<const Subject> subjects();

// Ends the process if the search finds anything but states.
Found run(const Subject& subject, const Search& search);

}  // namespace papers
