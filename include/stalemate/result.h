// The result of explore().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stalemate {

struct Finding {
  std::string kind;      // assertion, deadlock, crash, …
  std::string message;   //
  std::string schedule;  // path of the file that replays it
  std::string report;    // the failing interleaving, to read
  std::uint64_t execution = 0;
  unsigned preemptions = 0, switches = 0, steps = 0;
};

struct Result {
  std::string verdict = "clean";      // clean, bug, error
  std::string coverage = "partial";   // complete, complete-within-bound, partial
  std::string limit;                  // why it stopped early; empty: it did not
  std::string error;                  // with verdict error: a sentence
  std::string note;                   // if nothing was explored: why
  std::vector<std::string> warnings;  // why the verdict may mean less than it seems to
  bool quiet = false;                 // by the options
  std::uint64_t executions = 0;
  std::vector<std::uint64_t> executions_per_bound;  // with exactly i preemptions
  std::string reduce = "none";  // how equivalent executions were left out: none, cache, por
  std::string reduce_note;      // why that is not what was requested; empty: it is
  bool exact = true;            // each class once, at its least bound, and everything was controlled
  bool counts_classes = false;  // the counts of classes are known
  std::uint64_t classes = 0;    // distinct ones
  std::vector<std::uint64_t> classes_per_bound;  // whose least bound is exactly i
  std::uint64_t redundant = 0;                   // executions of classes that were executed before
  std::uint64_t prefixes = 0;                    // stored by the reduction
  std::uint64_t states = 0;                      // distinct ones, as reported by the program or the cache
  std::vector<std::uint64_t> states_per_bound;   // of the cache: first visited with exactly i preemptions
  std::uint64_t pruned = 0;                      // of the cache: executions that led to a visited state
  std::string cache_note;                        // further remarks on it
  std::string bound_kind = "preemptions";        // or delays, depth, none
  int bound_completed = -1;                      // the largest bound exhausted
  double seconds = 0;
  double busy_share = 0;  // of the workers' time, spent in the program rather than waiting for the explorer
  std::vector<Finding> findings;
  std::vector<std::string> uncontrolled;  // what was observed but not controlled; the coverage includes it

  // Nothing was found in what was explored. `coverage` has how much that was.
  bool ok() const { return verdict == "clean"; }
  explicit operator bool() const { return ok(); }

  // A sentence for users, with the first finding's report.
  std::string summary() const {
    if (!note.empty()) return note;
    if (verdict == "error") return "stalemate: " + error;
    std::string text = std::to_string(executions) + " executions, ";
    if (counts_classes) text += std::to_string(classes) + " classes, ";
    text += coverage;
    if (bound_completed >= 0 && bound_kind == "depth")
      text += ", the first " + std::to_string(bound_completed) + " steps of all";
    else if (bound_completed >= 0)
      text += ", all with up to " + std::to_string(bound_completed) + " " + bound_kind;
    for (std::size_t n = 0; n < uncontrolled.size(); ++n)
      text += (n == 0 ? ", not controlled: " : "; ") + uncontrolled[n];
    if (!limit.empty()) text += ", stopped by: " + limit;
    if (findings.empty()) return text + "; nothing found (sequential consistency)";
    text += "; " + std::to_string(findings.size()) + (findings.size() == 1 ? " finding\n" : " findings\n");
    for (const Finding& finding : findings) text += finding.report;
    return text;
  }
};

}  // namespace stalemate
