// Hash of the private state of the running thread before a choice: the registers that calls preserve, its
// stack from the call of the scheduler outwards, its thread-local variables and keys.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

struct PrivateState {
  std::uint64_t plain = 0;         // 0: the state is too large
  std::uint64_t but_for_time = 0;  // moments count by their distance (moments.h)
};

PrivateState private_state(const Fiber* self);

}  // namespace stalemate::rt
