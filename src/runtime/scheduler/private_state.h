// What a thread can read that is its own, as a hash: the registers that calls preserve, its stack from where
// it passed to the scheduler outwards, its thread-local variables and keys. Of the running thread, before a
// choice.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

struct PrivateState {
  std::uint64_t plain = 0;         // 0: there is too much to look at
  std::uint64_t but_for_time = 0;  // moments count by how far off they are (moments.h)
};

PrivateState private_state(const Fiber* self);

}  // namespace stalemate::rt
