// The algorithm of "Efficient Predictive Analysis for Detecting Nondeterminism in Multi-Threaded Programs"
// (Sinha, Malik, Gupta), Figure 9, to the letter: three possible witnesses per triplet (w, r, c), a witness
// order graph G' for each, choice graphs where lock scopes stay unordered. For comparison, not for answers:
// against all interleavings it is neither sound nor complete (tests/unit/predict/paper_causes_test.cc has the
// smallest trace of each cause), and compare() counts how often it is wrong on a given trace.
//
// Three ways that give the same answers: kAsWritten builds each graph from nothing; kOptimised follows the
// Optimization paragraph, deleting and inserting edges for each witness; kShared deletes once for all
// witnesses of a read couple, which the paper does not. Deterministic but for Totals::seconds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "predict/predict.h"
#include "trace/event_trace.h"

namespace stalemate::predict::paper {

// The order that breaks the read couple (w, r): section III, cases (1) to (3).
enum class Case : std::uint8_t {
  kReadBeforeWriter,  // c -> r -> w
  kWriterOverridden,  // w -> c -> r
  kWithoutWriter,     // c -> r, and w does not occur
};
inline constexpr int kCases = 3;

enum class Phase : std::uint8_t {
  kCycle,     // G' has a cycle (or, in the third case, c or r cannot occur without w): infeasible
  kNoChoice,  // no cycle, and S_choice is empty: feasible
  kChoice,    // settled by choice graphs
};

struct Witness {
  std::size_t read = 0;
  std::int64_t writer = kInitial, challenger = kInitial;
  Case order = Case::kReadBeforeWriter;
  Verdict verdict = Verdict::kUnknown;  // kUnknown: more choice graphs than Options::most_choice_graphs
  Phase phase = Phase::kCycle;
  double possible_graphs = 0;  // 2^|S_choice|, kChoice only
  double explored_graphs = 0;  // of these, until the first without a cycle
  friend bool operator==(const Witness&, const Witness&) = default;
};

enum class Way : std::uint8_t { kAsWritten, kOptimised, kShared };

struct Options {
  Way way = Way::kShared;
  std::size_t sample = 0;  // decide only about so many witnesses, evenly spread; 0: all
  std::size_t most_choice_graphs = 1 << 14;
};

// Column 1 of Table A1.
struct TraceSize {
  std::size_t threads = 0, events = 0;
  std::size_t lock_events = 0, lock_variables = 0;
  std::size_t access_events = 0, access_variables = 0;
  std::size_t wait_events = 0;  // waits, notifications; the end of a wait is not a separate event there
};

// The other columns of Tables I and A1, over the witnesses that were decided. The tables count the witnesses
// that all choice graphs refute in both of their last sums (account1: 374 + 1058 of 1416); these do not.
struct Totals {
  TraceSize size;
  std::uint64_t possible = 0;  // three per triplet
  std::uint64_t decided = 0;   // the same, unless sampled
  std::uint64_t cyclic = 0, without_choice = 0, with_choice = 0;
  double possible_graphs = 0, explored_graphs = 0;  // sums over with_choice
  std::uint64_t refuted_by_choice = 0, undecided = 0;
  double seconds = 0;

  std::uint64_t feasible() const { return without_choice + with_choice - refuted_by_choice - undecided; }
  std::uint64_t infeasible() const { return cyclic + refuted_by_choice; }
  double possible_graphs_per_choice() const;
  double explored_graphs_per_choice() const;
  double graphs_per_witness() const;  // one for each that needs no choice graphs
};

class WitnessSink {
 public:
  virtual ~WitnessSink() = default;
  virtual void take(const Witness& witness) = 0;
};

// Variable by variable, writer by writer, reader by reader, challenger by challenger, as lines 3 to 8 of
// Figure 9 have it. The trace has to be feasible.
Totals run(const trace::EventTrace& trace, const Options& options, WitnessSink& sink);

// How many witnesses there are: three for each read and other write of its variable, initial value included.
std::uint64_t possible_witnesses(const trace::EventTrace& trace);

TraceSize measure(const trace::EventTrace& trace);

// The paper's verdicts beside the exact ones: the paper calls a triplet feasible if one of its three
// witnesses is. Exact means that r sees c; if c can come before r but never last, the paper is counted as
// wrong about the triplet, though it may be right about the read (whether it can see another write at all).
struct Comparison {
  std::uint64_t triplets = 0;  // that both decided
  std::uint64_t false_alarms = 0, misses = 0;
  std::uint64_t undecided = 0;  // by one of them
  std::uint64_t reads = 0;      // all of whose triplets both decided
  std::uint64_t false_reads = 0, missed_reads = 0;
  Totals totals;  // of the paper's algorithm

  std::uint64_t wrong() const { return false_alarms + misses; }
};
// By the shared way; options.sample as for run().
Comparison compare(const trace::EventTrace& trace, Options options = {}, const Limits& limits = {});

}  // namespace stalemate::predict::paper
