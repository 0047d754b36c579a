// The result of `stalemate kiss`: the model behind its text and its JSON, field by field what docs/json.md
// promises. Plain values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/describe.h"
#include "report/finding.h"

namespace stalemate::report {

struct KissInput {
  std::string thread;
  std::int32_t value = 0;
};

struct KissFinding {
  Explanation explanation;
  std::vector<KissInput> inputs;  // in the order of the execution
  std::uint32_t ts = 0;
  std::optional<bool> confirmed;  // none: it could not be tried
  std::string confirmation;       // why it is not; empty: it is
};

// One search: of assertions, or of races on one variable.
struct KissField {
  std::string name;
  std::uint32_t accesses = 0;
  std::string verdict;  // race, no-race, out-of-resources
  std::uint64_t paths = 0;
  double seconds = 0;
  std::optional<std::uint32_t> completed;  // the largest ts that was searched to its end
};

// What was cut somewhere, so that more may follow it.
struct KissCuts {
  bool loops = false;       // at the bound of --loops
  bool long_loops = false;  // at the fixed one, of loops that are known to end
  bool recursion = false;
  bool threads = false;
  bool unknown = false;  // at a function of the system that has no model
};

// A loop that was cut on some path.
struct KissCutLoop {
  std::string file, function;
  std::uint32_t line = 0;
  bool passed = false;  // another path got past it
};

struct KissResult {
  std::vector<std::string> program;        // its sources
  std::optional<std::string> race;         // a name, or all
  std::optional<std::string> backend;      // another checker's command
  std::string verdict = "clean";           // clean, bug, error
  std::string coverage = "partial";        // complete-within-bound, partial
  std::optional<std::string> limit;        // why it stopped early
  std::optional<std::uint32_t> completed;  // ts
  std::uint32_t ts = 0, loops = 0, recursion = 0;
  std::optional<std::pair<std::int32_t, std::int32_t>> inputs;  // if the program has some
  KissCuts cuts;
  std::vector<KissCutLoop> cut_loops;  // in the order of the sources
  std::uint64_t paths = 0, blocked = 0, states = 0, pruned = 0;
  double seconds = 0;
  std::uint32_t jobs = 1;
  std::vector<KissFinding> findings;
  std::vector<KissField> fields;   // with --race
  std::vector<std::string> notes;  // what was left out or weakened by the translation

  // What comes after a loop that no path got past was not checked.
  bool has_blind_loop() const {
    return std::ranges::any_of(cut_loops, [](const KissCutLoop& loop) { return !loop.passed; });
  }
};

}  // namespace stalemate::report
