// Spurious events (S5): what the standards allow and libraries seldom do, each behind an option of `stalemate
// run`: a spurious wake-up, a weak compare-and-exchange or a try-lock that fails spuriously. Each is a choice
// of two at its step; 0 is the ordinary outcome.
//
// Never twice in a row: after a spurious event, the next event of the same kind in the same thread is
// ordinary. So a retry loop ends, and the search with it; a bug that needs two spurious events of a thread in
// succession is not found.
#pragma once

#include <cstdint>

#include "model/wire/op_kind.h"

namespace stalemate::rt {

// --spurious. At the step that goes to sleep; true: the sleeper wakes up when it is next scheduled, and takes
// no signal. Choosing at once is complete: until a sleeper wakes up, other threads can observe only that a
// signal may wake it, and then its wake-up was not spurious; it wakes up when it is scheduled. Until then it
// counts as blocked (S3). It may still sleep for ever, so that a deadlock is not hidden.
bool wakes_for_no_reason(OpKind within);
// --weak-cas, when the value was as expected.
bool weak_swap_fails(OpKind within);
// --try-fails, when the lock was free.
bool try_fails(OpKind within);

}  // namespace stalemate::rt
