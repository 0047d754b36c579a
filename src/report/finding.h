// The result of a run: the model behind every report. Field by field what docs/json.md promises; the
// reporters only print it. Plain values, nothing refers to the program or to a log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/coverage.h"

namespace stalemate::report {

struct StackFrame {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
};

struct Location {
  std::string thread;  // creation path (S11)
  std::string file;
  std::uint32_t line = 0;
  std::string function;
  std::vector<StackFrame> stack;          // innermost first
  std::optional<std::string> waits_for;   // object, or "0.1 to finish"
  std::optional<std::string> held_by;     // thread
  std::optional<std::string> held_since;  // file:line where it was acquired
  std::optional<std::string> role;        // of an error of the heap: access, free, allocation
};

// A stretch that an execution repeats for ever.
struct CycleStep {
  std::string text;
  std::string file;
  std::uint32_t line = 0;
  std::string function;
};
struct CycleThread {
  std::string thread;
  std::vector<CycleStep> steps;  // of one round; if a thread repeats itself within it, once
  std::uint32_t times = 1;       // in one round
};
struct Cycle {
  std::uint32_t steps = 0;  // of one round, of all threads
  std::uint64_t turns = 0;  // observed
  bool proved = false;      // the program's memory was the same after every round
  std::vector<CycleThread> threads;
  std::vector<std::string> starved;   // threads that could run and do not
  std::vector<std::string> ways_out;  // sentences: what would end it
};

struct Finding {
  std::string kind;
  std::string message;
  std::string fingerprint;  // of kind and source locations: the same on every run and machine
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::uint32_t steps = 0;
  std::uint64_t execution = 0;  // position in the canonical order (S4)
  std::uint64_t seen = 1;       // executions that ended like it
  std::optional<std::string> schedule;
  std::optional<int> signal;
  std::optional<std::string> variable;
  bool minimised = true;  // false: time ended the attempts to simplify it
  bool repeated = true;   // false: time ended before that, and it is reported as the search observed it
  // Of kind exit-code, if another execution ended with another one:
  std::optional<int> exit_code, other_exit_code;
  std::optional<std::uint64_t> other_execution;
  std::optional<std::string> other_schedule;
  std::vector<Location> locations;  // [0] is where it failed
  std::optional<Cycle> cycle;       // livelock, good-samaritan
};

// How many executions ended normally with this exit code.
struct ExitCodeCount {
  int code = 0;
  std::uint64_t executions = 0;
};

struct Bound {
  std::string kind = "preemptions";  // preemptions, delays, depth, none
  std::optional<std::uint32_t> completed;
  std::optional<std::uint32_t> limit;  // none: unlimited
};

struct Uncontrolled {
  std::string what;   // for users
  std::string where;  // empty: no specific place
  std::string kind;   // one word
  std::string detail;
  bool weakens = true;  // interleavings may be missing because of it
};

// Worth knowing, but not a finding.
struct Note {
  std::string kind;  // missing-yield
  std::string message;
  std::string file;
  std::uint32_t line = 0;
  std::string function;
};

// Of the bound that a search was ended in.
struct Estimate {
  double share = 0;             // that was done
  double executions = 0;        // expected of all of it, likely within a factor of ...
  std::optional<double> error;  // ... 1 + error; empty: unknown yet
};

// A search that explored each state of the program once.
struct Cache {
  std::string kind;  // memory, states
  std::uint64_t states = 0;
  std::optional<std::vector<std::uint64_t>> states_per_bound;
  std::uint64_t pruned = 0;  // executions that led to a visited state
  std::uint64_t bytes = 0;
  bool full = false;
  std::uint64_t unknown_states = 0;  // executions whose states are unknown, or not to the end
  std::optional<std::string> note;   // why, and further remarks
};

struct RunResult {
  std::vector<std::string> program;
  std::string strategy = "icb";
  std::string reduce = "none";             // what was really done
  std::optional<std::string> reduce_note;  // why that is not what was requested
  std::string memory_model = "sc";
  std::string verdict = "clean";     // clean, bug, error
  std::string coverage = "partial";  // complete, complete-within-bound, partial
  bool exact = true;
  std::optional<std::string> limit;  // why it stopped early, or covers less: the first of
  std::vector<std::string> limits;   // all that apply (S15)
  Bound bound;
  std::uint64_t executions = 0;
  std::uint64_t executions_of_all = 0;  // searches, if it was started again
  std::vector<ExitCodeCount> exit_codes;
  std::optional<std::vector<std::uint64_t>> executions_per_bound;
  std::optional<Estimate> estimate;
  std::optional<std::uint64_t> classes;
  std::optional<std::vector<std::uint64_t>> classes_per_bound;
  std::uint64_t redundant = 0;
  std::uint64_t prefixes = 0;
  std::uint64_t abandoned = 0;
  std::optional<Cache> cache;  // none: every execution was explored
  std::optional<std::uint64_t> states;
  std::uint32_t steps_max = 0, blocking_max = 0, preemptions_max = 0, threads_max = 0;
  double seconds = 0;
  double executions_per_second = 0;
  std::uint32_t jobs = 1;
  std::string isolate = "fork";
  std::uint64_t seed = 1;
  std::uint64_t promotions = 0;
  bool promoted_too_many = false;  // racing code was not promoted
  bool left_out = false;           // there were more different findings than these
  bool races_checked = false;      // plain accesses were checked
  std::vector<Finding> findings;
  std::vector<Note> notes;
  std::vector<std::string> warnings;  // why a verdict may mean less than it seems to
  std::vector<Uncontrolled> uncontrolled;
  bool uncontrolled_overflow = false;  // there was more than the ledger holds
  bool whole_executions = true;        // no execution was to end, or to walk on at random, at a depth
  CoverageGrowth growth;               // if requested
  bool exhausted = false;              // the search left nothing out, whatever else was not controlled
};

}  // namespace stalemate::report
