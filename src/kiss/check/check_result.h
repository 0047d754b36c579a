// The input of a check of a sequential program, and its result.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stalemate::kiss {

struct Bounds {
  std::uint32_t ts = 0;
  std::uint32_t loops = 4;
  std::uint32_t recursion = 100;
  std::uint32_t race = 0;                            // the distinguished variable of Figure 5; 0: none
  std::int32_t lowest_input = 0, highest_input = 1;  // of __VERIFIER_nondet_int and its variants
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

// As reported by share/scheduler.c: statement > 0: it happened; < 0: it is about to; 0: the thread created
// the next one; kEnded: it has ended.
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

struct Compiled {
  std::string object;  // a shared object with kiss_program()
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
  bool cut_unknown = false;  // a path reached a function of the system that has no model
  // Statements that are loops: where paths were cut, and those that paths got past.
  std::set<std::uint32_t> loops_cut, loops_passed;
  double seconds = 0;
};

}  // namespace stalemate::kiss
