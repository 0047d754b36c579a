// The head of a loop, as a thread remembers it (stretch.h).
#pragma once

#include <cstdint>

#include "model/wire/op_kind.h"

namespace stalemate::rt {

struct Stretch;

// A place to which a thread may return. Brent's algorithm, twice: the place is moved, and the state there is
// recorded again, after 1, 2, 4, ... candidates, so that rounds that contain several are found as well.
struct LoopHead {
  std::uintptr_t pc = 0;  // 0: none
  std::uint64_t object = 0;
  std::uint64_t stack = 0;
  OpKind op = OpKind::kNone;
  std::uint16_t since = 0;     // candidates since the thread was here
  std::uint16_t patience = 1;  // candidates until it is moved
  std::uint16_t returns = 0;   // in other states than the recorded one
  std::uint16_t limit = 1;     // returns until the state is recorded again
  bool noted = false;          // it has been noted that the loop has no yield
  Stretch* stretch = nullptr;  // recorded from it on
};

}  // namespace stalemate::rt
