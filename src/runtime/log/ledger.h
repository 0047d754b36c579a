// The control ledger: what was seen but not controlled. Kept in the channel, so that it outlives the session;
// the explorer merges the ledgers of all workers and derives the coverage from them. A place is listed once.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

// `pc`: where in the program, 0 if nowhere in particular. `detail`: a path or the name of a call; is cut at
// the room that an entry has.
void note_uncontrolled(wire::Uncontrolled what, std::uintptr_t pc, const char* detail);

// The loop at `pc` was taken to repeat itself, without a proof, and other threads went first.
void note_unproven_yield(std::uintptr_t pc);

// The atomic `object` is read again and again at `pc`, without a yield. `object` is told by its address.
void note_polling(std::uintptr_t pc, std::uint64_t object);

}  // namespace stalemate::rt
