// Dependence (S6, S7): which steps commute. A step touches variables (listed in model/operations.h), each in
// one of three ways. Two steps of different threads commute if they touch no common variable, or touch each
// in the same way, and that way is not kExclusive. A thread's start, its end, and being woken are edges
// that the happens-before graph adds (explore/graph/happens_before.h).
//
// Nothing here is derived from memory orders: that is synchronizes-before, used for race reports alone.
#pragma once

#include <cstdint>

namespace stalemate {

enum class Access : std::uint8_t {
  kShared,     // reads it
  kUpdate,     // changes it in a way that commutes with itself: readers of a rwlock come and go
  kExclusive,  // changes it
};

// One object of the program is several variables.
enum class Space : std::uint8_t {
  kObject,
  kQueue,    // the threads that sleep on it: condition variables and futexes
  kReaders,  // of a read-write lock
  kEnd,      // of a thread; the object is its slot
  kHandle,   // of a thread
};
inline constexpr std::uint64_t kSpaces = 5;

// The result of a step, as far as it matters to others.
enum class StepResult : std::uint8_t {
  kSucceeded,  // it made its change
  kFailed,     // it failed, timed out, or found nothing to do
};

struct Touch {
  Space space = Space::kObject;
  Access access = Access::kShared;
  bool other = false;  // the second object of the step: the mutex of a wait
};

struct Touches {
  static constexpr int kMost = 2;
  int count = 0;
  Touch touch[kMost];
  bool known = true;  // false: the effects of such a step are unknown
};

}  // namespace stalemate
