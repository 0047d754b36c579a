// The summary of a search, and why it ended.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "model/log/log_walk.h"
#include "model/wire/wire.h"

namespace stalemate::explore {

enum class Limit { kNone, kExecutions, kStopped, kGaveUp };

// How equivalent executions were left out (S8).
enum class Reduced : std::uint8_t {
  kNone,   // every interleaving
  kCache,  // each prefix of a happens-before graph once (third paper, Algorithm 1)
  kPor,    // each complete graph once (Algorithm 2)
  kDpor,   // the same without a bound and without a table: optimal dynamic partial-order reduction
};

// Why a reduced search ended early: it is to start again with another reduction.
enum class GaveUp : std::uint8_t {
  kNothing,
  kYields,     // a thread has yielded twice: what may run depends on the sequence, not on the graph (S10)
  kOperation,  // a step whose effect on other threads is unknown
  kThreads,    // more threads than a ThreadSet holds
  kRaces,      // racing accesses that are not steps: what a thread does is not a function of the graph
  kBudget,     // more prefixes than the budget
  kClocks,     // a clock is read that is not part of the states
};

// What a table of the program's states (memory_state_cache.h) has done.
struct CachedStates {
  std::uint64_t states = 0;                     // distinct ones of the program
  std::vector<std::uint64_t> states_per_bound;  // first visited with exactly i preemptions; icb only
  std::uint64_t pruned = 0;                     // executions that led to a visited state
  std::uint64_t bytes = 0;
  bool full = false;                 // it accepts no more states
  std::uint64_t unknown_states = 0;  // executions whose states are unknown, or not to the end
  wire::StatesUnknown why = wire::StatesUnknown::kNothing;  // of the first such execution
};

// The papers' figures for a search: Theorem 1's k, b, c, and the counts per bound.
struct Summary {
  std::uint64_t executions = 0;
  std::vector<std::uint64_t> per_bound;    // with exactly i preemptions; icb only
  std::optional<std::uint32_t> completed;  // the largest bound (or depth) exhausted
  bool complete = false;                   // nothing was left out at all, at any bound
  Limit limit = Limit::kNone;
  bool cut = false;  // by Budget::cut, within a computation
  std::uint64_t abandoned = 0;
  Reduced reduced = Reduced::kNone;
  GaveUp gave_up = GaveUp::kNothing;
  bool exact = true;                             // each class once, at its least bound (S10)
  std::optional<std::uint64_t> classes;          // distinct ones (S8); empty if not counted
  std::vector<std::uint64_t> classes_per_bound;  // whose least bound is exactly i; icb only
  std::uint64_t redundant = 0;                   // executions of a class that was executed before
  std::uint64_t bounds_ns = 0, marks_ns = 0;  // time for context bounds and for Mark, by ReductionPlan::clock
  std::uint64_t prefixes = 0;                 // graphs in the reduction's table
  std::optional<CachedStates> cached;         // of ReductionPlan::states
  // Non-empty prefixes whose context bound is exactly i, exact up to the exhausted bound; kPor, kCache
  // without yields.
  std::vector<std::uint64_t> prefixes_per_bound;
  std::uint32_t steps_max = 0, blocking_max = 0, preemptions_max = 0, threads_max = 0;

  // Adds an execution, except for its class. `bound`: its bound, if executions are counted by bounds.
  void add(const wire::LogHeader& header, const LogCounts& counts, std::optional<std::size_t> bound);
  // What is counted during the search, with classes; not how the search ended.
  void save(ByteSink& sink) const;
  void load(ByteSource& source);
};

}  // namespace stalemate::explore
