// Multithreaded programs as section 3 of the second paper has them, small enough to be enumerated: threads
// with local states, shared variables, transitions with a guard, of which some yield. Beyond the paper: a
// thread with several transitions whose guards hold makes a data choice among them, each of which yields or
// not for itself; a late thread does not exist (is disabled) until a transition creates it; threads bear any
// numbers.
//
// Random ones for property tests, and their reduction to a small one that still fails.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace stalemate::toy {

constexpr std::size_t kMostThreads = 192;
using Threads = std::bitset<kMostThreads>;

struct Cell {
  std::uint8_t variable = 0, value = 0;
};
inline constexpr Cell kUnset{0, 0}, kSet{0, 1};

struct Transition {
  std::uint8_t from = 0, to = 0;  // local states
  std::optional<Cell> when;       // enabled only where the variable has the value
  std::optional<Cell> sets;
  bool yields = false;
  std::optional<std::uint8_t> creates;  // a place in System::threads
  std::optional<std::uint8_t> joins;    // enabled only where that thread has no transition left
};

// A transition of its own, or one that yields, to which more can be added.
Transition go(std::uint32_t from, std::uint32_t to);
Transition yield(std::uint32_t from, std::uint32_t to);

struct Thread {
  std::uint32_t number = 0;  // what the scheduler calls it
  bool late = false;
  std::vector<Transition> transitions;
};

struct System {
  std::vector<Thread> threads;
  std::uint8_t variables = 1;
  std::string text() const;
};

// The local state of every thread, then the variables.
using State = std::string;

struct Step {
  std::uint32_t thread = 0;  // its number
  bool yields = false;
  State next;
};

State initial(const System& system);
// Every transition that is enabled, by thread.
std::vector<Step> steps(const System& system, const State& state);
// One more than the greatest number of a thread that exists.
std::uint32_t existing(const System& system, const State& state);

enum class Kind {
  kAny,
  kSamaritan,  // a thread cannot run for ever without a yield: whatever does not go on, yields
  kSpinning,   // the only loops wait, with a yield, for a variable that others set once
};

struct Wish {
  Kind kind = Kind::kAny;
  std::uint32_t most_threads = 4;
  std::uint32_t number_by = 1;  // the n-th thread bears n times this number
};

System random_system(std::mt19937& random, const Wish& wish);

// Drops threads, transitions, and what transitions do, one by one while `fails` still holds.
System shrink(System system, const std::function<bool(const System&)>& fails);

}  // namespace stalemate::toy
