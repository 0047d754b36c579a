// Machines for runs on paper, in memory that is not searched for pointers: a register of theirs that is left
// there does not keep a block of the program's heap from being lost.
#pragma once

#include "runtime/awaits/machine.h"

namespace stalemate::rt {

struct Workspace {
  static constexpr std::uint32_t kFollowed = 8, kTried = 4, kLevels = 5, kPlaces = 480;

  Machine followed[kFollowed];  // dead_values.cc
  Machine run, first;           // iteration.cc
  Machine tried[kTried];        // retry.cc, from here on
  Machine begun, failed, other, marked;
  Machine tried_on;  // failed_try.cc
  struct Level {
    Machine a, b, next_a, next_b;
    std::uint64_t places[kPlaces];
  };
  Level levels[kLevels];
};

// Once.
void prepare_workspace();
extern Workspace* workspace;

}  // namespace stalemate::rt
