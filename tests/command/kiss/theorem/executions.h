// What the executions of a small program do, by taking every interleaving step by step: no transformation, no
// reduction. A step is one access to shared memory, one operation on a mutex, or the creation or join of a
// thread, together with what the thread does by itself until its next one.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "small_program.h"

namespace theorem {

enum class Which : std::uint8_t {
  kAll,
  kBalanced,     // strings of the language of section 4.1
  kToTheEnd,     // balanced, and whoever began later has ended when somebody goes on
  kTwoSwitches,  // at most two context switches
};

struct Behaviours {
  bool fails = false;     // an assertion
  bool deadlock = false;  // nobody can go on, and not everybody has ended
  std::set<int>
      races;  // variables that two threads are about to access, one of them writing, not both atomically
  std::set<std::pair<int, int>> ends;  // x and y when main has come to its last statement
  bool too_large = false;
};

Behaviours behaviours_of(const Program& program, Which which);

}  // namespace theorem
