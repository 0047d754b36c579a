// Checks a sequential program with choices (made by the printer, or by hand against share/kiss.h): every path
// of it, by re-execution in worker processes, or by another checker's command. Knows nothing of threads:
// threads and statements in what it returns are numbers that the program told.
//
// Deterministic: paths are ordered lexicographically by their choices; the failure that is returned is the
// first in that order and the numbers count what comes before it, with any number of workers.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace stalemate::kiss {

struct Bounds {
  std::uint32_t ts = 0;
  std::uint32_t loops = 4;
  std::uint32_t recursion = 100;
  std::uint32_t race = 0;                            // the distinguished variable of Figure 5; 0: none
  std::int32_t lowest_input = 0, highest_input = 1;  // of __VERIFIER_nondet_int and its like
};

struct Resources {
  bool cache = true;                                // explore each state of the sequential program once
  std::uint64_t memory = std::uint64_t{800} << 20;  // bytes, of the cache and the program
  std::optional<std::uint64_t> paths;
  std::optional<std::chrono::milliseconds> time;
  std::chrono::seconds path_time{10};  // of the processor, on one path without a choice
  std::uint32_t jobs = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

enum class Ending : std::uint8_t { kComplete, kFailure, kOutOfResources, kInterrupted };

// As share/scheduler.c tells them: statement > 0: it happened; < 0: it is about to; 0: the thread created the
// next one; kEnded: it has come to its end.
inline constexpr std::int32_t kEnded = 8388607;  // KISS_ENDED of share/kiss.h
struct Event {
  std::int32_t thread = 0;
  std::int32_t statement = 0;
  friend bool operator==(const Event&, const Event&) = default;
};
struct Input {
  std::int32_t thread = 0;
  std::int32_t value = 0;
};

struct Failure {
  std::string kind;  // assertion, abort, data-race, deadlock, crash, misuse
  std::int32_t statement = 0;
  int signal = 0;  // crash
  std::vector<std::uint32_t> choices;
  std::vector<Event> events;
  std::vector<Input> inputs;
  std::uint64_t path = 0;  // its position, from 0
};

struct CheckResult {
  Ending ending = Ending::kComplete;
  // What ran out: paths, time, memory (of the program's heap), choices (in one path), or endless-path: one
  // that ran for seconds without a choice.
  std::string limit;
  std::optional<Failure> failure;
  std::uint64_t paths = 0;    // that were run
  std::uint64_t blocked = 0;  // of those, ended by an assumption
  std::uint64_t states = 0, pruned = 0;
  bool cache_full = false;  // slower from then on, and no less complete
  bool cut_loops = false, cut_long_loops = false, cut_recursion = false, too_many_threads = false;
  bool cut_unknown = false;  // a path came to a function of the system that has no model
  // Statements that are loops: where paths were cut, and those that paths came past.
  std::set<std::uint32_t> loops_cut, loops_passed;
  double seconds = 0;
};

struct Compiled {
  std::string object;  // a shared object with kiss_program()
};

// `share`: where kiss.h is. An error where the C compiler refuses the file: that is a fault of ours.
Result<Compiled> compile(const std::string& source, const std::string& share, const std::string& object);

// `engine`: the executable that runs the paths.
Result<CheckResult> check(const Compiled& program, const std::string& engine, const Bounds& bounds,
                          const Resources& resources);

// Another checker. `{}` in the command, which a shell runs, is replaced by a copy of the source with the
// bounds as constants and a main(); kiss.h lies beside it. Its verdict: the last of "VERIFICATION FAILED" and
// "VERIFICATION SUCCESSFUL" in its output (CBMC, ESBMC), or of TRUE and FALSE at the beginning of a line or
// after "Verification result: " (checkers of the competition), or a kiss_failure that it shows. An exit code
// alone is none: a checker fails for reasons of its own too, and that is an error. What it prints as
// `name=number` gives the failure where it is known: kiss_step (see kiss.h), kiss_failure, kiss_failed_at,
// kiss_input_thread and kiss_input_value. Where all that failed is its own bound on loops, the limit is
// "unwinding". Of the resources, time and interruption count.
Result<CheckResult> check_by_command(const std::string& command, const std::string& source,
                                     const std::string& share, const Bounds& bounds,
                                     const Resources& resources);

}  // namespace stalemate::kiss
