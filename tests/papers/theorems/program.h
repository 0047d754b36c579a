// Small random programs over the primitives that races are about. They end in every execution: nothing loops
// but a wait for a flag. The same program is interpreted by a model (model.h) and over the real thing
// (real_run.cc).
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "events.h"

namespace stalemate::test {

struct Instruction {
  enum Kind : std::uint8_t {
    // Plain accesses of a variable.
    kRead,
    kWrite,  // a value of its own
    kAdd,    // what the thread read last, plus one
    kTest,   // a read; the next instruction is left out if the value is not zero
    // Synchronization.
    kLock,
    kUnlock,
    kReadLock,
    kReadUnlock,
    kWriteLock,
    kWriteUnlock,
    kTake,  // from a semaphore
    kPost,
    kWait,  // on the condition variable, with the mutex of the same number; then back to the instruction
            // before
    kNotify,
    kLoad,
    kStore,  // a value of its own
    kClear,  // zero
    kModify,
    kCreate,
    kJoin,
    // Local: no step (S1).
    kFence,
    kUnless,  // the next instruction is left out if the thread's last value was zero
  };
  Kind kind = kRead;
  std::uint32_t object = 0;
  Order order = Order::kRelaxed;
  std::uint32_t group = 0;  // instructions that make sense together only

  bool is_plain() const { return kind <= kTest; }
  bool is_atomic() const { return kind >= kLoad && kind <= kModify; }
  bool is_local() const { return kind >= kFence; }
};

inline constexpr std::uint32_t kThreads = 4;   // main, which creates and joins the others, is thread 0
inline constexpr std::uint32_t kLongest = 16;  // instructions of a thread
inline constexpr std::uint32_t kVariables =
    3;  // plain; the last is the flag that goes with the condition variable
inline constexpr std::uint32_t kFlag = kVariables - 1;
inline constexpr std::uint32_t kAtomics = 2, kLocks = 2;

struct Program {
  std::vector<Instruction> threads[kThreads];
};

// What a store or write of a thread stores: different everywhere.
constexpr std::int32_t value_of(std::uint32_t thread, std::uint32_t place) {
  return static_cast<std::int32_t>(thread * kLongest + place + 1);
}

Program random_program(std::mt19937& random);
std::string text_of(const Program& program);

// Without one group of instructions; false if there is none such.
bool leave_out(Program& program, std::uint32_t group);
std::uint32_t groups_of(const Program& program);

// Leaves out groups for as long as `fails` holds of the rest.
template <class Fails>
Program shrink(Program program, Fails fails) {
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t group = groups_of(program); group-- > 0;) {
      Program less = program;
      if (!leave_out(less, group) || !fails(less)) continue;
      program = less;
      again = true;
    }
  }
  return program;
}

}  // namespace stalemate::test
