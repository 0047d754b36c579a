// The head of a loop, as a thread remembers it (stretch.h).
#pragma once

#include <cstdint>

#include "model/wire/op_kind.h"

namespace stalemate::rt {

struct Stretch;

// A place to which a thread may come back. Brent's algorithm, twice: the place is moved on, and the state
// there is recorded anew, after 1, 2, 4, ... candidates, so that rounds that contain several are found as
// well.
struct LoopHead {
  std::uintptr_t pc = 0;  // 0: none
  std::uint64_t object = 0;
  std::uint64_t stack = 0;
  OpKind op = OpKind::kNone;
  std::uint16_t since = 0;     // candidates since the thread was here
  std::uint16_t patience = 1;  // so many until it is moved on
  std::uint16_t returns = 0;   // in other states than the recorded one
  std::uint16_t limit = 1;     // so many until the state is recorded anew
  bool noted = false;          // it has been noted that the loop does without a yield
  Stretch* stretch = nullptr;  // recorded from it on
};

}  // namespace stalemate::rt
