// The control ledger: what was observed but not controlled. In the channel, so that it outlives the session;
// the explorer merges the ledgers of all workers and derives the coverage. A place is listed once.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

// `pc`: where in the program, 0 if at no specific place. `detail`: a path or the name of a call; truncated to
// the size of an entry.
void note_uncontrolled(wire::Uncontrolled what, std::uintptr_t pc, const char* detail);

// The loop at `pc` was assumed, without a proof, to repeat itself, and other threads went first.
void note_unproven_yield(std::uintptr_t pc);

// The atomic `object` is read repeatedly at `pc`, without a yield. `object` is given by its address.
void note_polling(std::uintptr_t pc, std::uint64_t object);

}  // namespace stalemate::rt
