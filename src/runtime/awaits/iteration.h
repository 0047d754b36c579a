// One iteration of a loop that waits, run on paper (machine.h): from an atomic step that a thread has
// announced to the same step again. If the thread comes back to it as it left it, having changed nothing,
// then the step with this value is silent (S9): the thread can only wait for another value.
#pragma once

#include <cstdint>

#include "runtime/awaits/hooks.h"
#include "runtime/awaits/machine.h"
#include "runtime/awaits/own_memory.h"

namespace stalemate::rt {

// The announced step, and all that the thread continues with: its stack pointer and the registers that calls
// preserve, when it called the hook.
struct HeadStep {
  Hook hook;
  std::uint64_t object = 0;
  std::uint64_t first = 0, second = 0;  // further arguments
  std::uint64_t stack = 0;              // where the return address is
  std::uint64_t registers[6] = {};      // bx, bp, 12 to 15
  std::uint64_t thread_pointer = 0;
  OwnMemory own;

  std::uint64_t return_address() const { return *reinterpret_cast<const std::uint64_t*>(stack); }
  // The thread is about to return from the hook.
  void start(Machine& machine) const { start_at(machine, return_address()); }
  void start_at(Machine& machine, std::uint64_t return_address) const;
};

// The registers that calls preserve, as HeadStep has them.
inline constexpr unsigned kPreserved[6] = {Machine::kBx, Machine::kBp, 12, 13, 14, 15};

// A location that the iteration reads.
struct ReadLocation {
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  std::uint64_t pc = 0;
  std::uint8_t bytes = 0;
  bool plain = false;
};

struct ReadSet {
  static constexpr std::uint32_t kMost = 12;
  ReadLocation location[kMost];
  std::uint32_t count = 0;
  bool yields = false;  // the iteration lets others run

  // False: there is no room.
  bool add(const ReadLocation& read);
  bool has(std::uint64_t address, unsigned bytes) const;
  // Whether every location still holds what was read.
  bool unchanged() const;
};

// An atomic operation that a run has entered, with its arguments.
struct Operation {
  Hook hook;
  std::uint64_t object = 0, first = 0, second = 0;
};
// False: they are not known.
bool find_operation(Machine& machine, const Hook& hook, Operation& operation);
// False: it would change memory that others can see, or something is not known. Otherwise it has been made,
// and the run is about to return from it.
bool perform_silently(Machine& machine, const Operation& operation, const OwnMemory& own);

// Runs the iteration with this value in the step's object. True: it is silent. `reads` are its reads in any
// case.
bool is_silent(const HeadStep& head, std::uint64_t value, ReadSet& reads);

}  // namespace stalemate::rt
