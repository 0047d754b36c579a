// What the standards allow and libraries seldom do (S5), each behind an option of `stalemate run`: a wait
// that ends for no reason, a weak compare-and-exchange or a try-lock that fails for none. Each is a choice of
// two at the step it belongs to, 0 being the ordinary course.
//
// Never twice in a row: after a whim, the next chance of the same kind that the same thread has goes the
// ordinary way. So a loop that tries again ends, and the search with it; what needs two whims of a thread in
// succession is not found.
#pragma once

#include <cstdint>

#include "model/wire/op_kind.h"

namespace stalemate::rt {

// --spurious. At the step that goes to sleep; true: the sleeper wakes up when it is next scheduled, and takes
// no signal. To choose at once is complete: until it wakes up, all that others could notice of a sleeper is
// that a signal may wake it, and then it did not wake up for no reason; when it does, is when it is
// scheduled. Until then it counts as blocked (S3). It still may sleep for ever, so that a deadlock is not
// excused.
bool wakes_for_no_reason(OpKind within);
// --weak-cas, where the value was as expected.
bool weak_swap_fails(OpKind within);
// --try-fails, where the lock was free.
bool try_fails(OpKind within);

}  // namespace stalemate::rt
