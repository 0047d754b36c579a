// The programs of program.h on a machine of our own, which shares nothing with the tool: what a step is, when
// it is enabled, what a preemption is (S1 to S3). Searches all executions within a bound by brute force.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "program.h"

namespace stalemate::test {

// What can be seen of the program where nobody can go on, in the end or in a deadlock.
struct State {
  std::array<std::int32_t, kVariables> variables = {};
  std::array<std::int32_t, kAtomics> atomics = {};
  std::array<std::uint32_t, kThreads> places = {};  // each thread's next instruction
  std::array<std::uint64_t, kThreads> seen = {};    // everything that it has read, folded together
  bool deadlock = false;
  auto operator<=>(const State&) const = default;
};
std::string text_of(const State& state);

constexpr std::uint64_t fold(std::uint64_t seen, std::int32_t value) {
  return seen * 1000003 + static_cast<std::uint64_t>(value) + 1;
}

class Machine {
 public:
  explicit Machine(const Program& program);

  bool is_enabled(std::uint32_t thread) const;
  // The thread's next step. With `fine`, a plain access is a step; without, it belongs to the step before.
  void step(std::uint32_t thread, bool fine);
  // Main, until it announces its first step.
  void begin(bool fine);

  bool is_over() const;  // nobody is enabled
  State state() const;
  // Where thread is asleep, or about to wake up, on a condition variable.
  bool sleeps(std::uint32_t thread) const { return threads_[thread].asleep; }

  // Who went first, and how often a thread was left that could have gone on (the paper's NP).
  std::uint32_t preemptions() const { return preemptions_; }
  const Events& events() const { return events_; }

 private:
  struct Thread {
    std::uint32_t place = 0;
    bool created = false, started = false;
    bool asleep = false, woken = false;  // in a wait, between its two steps
    std::int32_t last = 0;
    std::uint64_t seen = 0;
  };

  const Instruction* next(std::uint32_t thread) const;
  bool has_ended(std::uint32_t thread) const;
  void perform(std::uint32_t thread, const Instruction& instruction);
  void perform_atomic(std::uint32_t thread, const Instruction& instruction);
  void access(std::uint32_t thread, const Instruction& instruction);
  void fall_asleep(std::uint32_t thread, std::uint32_t mutex);
  void run_on(std::uint32_t thread, bool fine);
  void read(std::uint32_t thread, std::int32_t value);
  void record(Event::Kind kind, std::uint32_t thread, std::uint32_t object, Order order = Order::kSeqCst);

  const Program* program_;
  Thread threads_[kThreads];
  std::int32_t variables_[kVariables] = {}, atomics_[kAtomics] = {};
  bool locked_[kLocks] = {}, written_ = false;
  std::uint32_t readers_ = 0, semaphore_ = 1;
  std::uint32_t last_ = 0, preemptions_ = 0;
  Events events_;
};

// All executions with up to so many preemptions.
struct Search {
  std::vector<std::uint64_t> executions;  // by the number of preemptions
  std::vector<std::set<State>> states;    // reached with up to so many
  std::vector<bool> races;                // whether one with up to so many races
  bool complete = true;                   // within `most_executions`
};
Search search(const Program& program, std::uint32_t bound, bool fine, std::uint64_t most_executions);

// Whether Goldilocks finds a race in it.
bool has_race(const Events& events);

}  // namespace stalemate::test
