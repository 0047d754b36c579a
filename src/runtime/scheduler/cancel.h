// Thread cancellation. A request takes effect at the next cancellation point, where the thread unwinds as if
// by pthread_exit; a thread that is blocked in one is enabled by the request. Every family with cancellation
// points calls these:
//
//     cancellation_point();                     // on entry, before anything is announced
//     announce(...); …
//     if (pass_cancellable(on, enabled)) {      // instead of pass: cancelled, the step does not happen
//       …                                       // undo what was prepared for it
//       be_cancelled();
//     }
//
// Asynchronous cancellation takes effect where the thread announces its next step: the calls that POSIX lets
// such a thread make are not steps, so nothing can be half done there.
#pragma once

#include <cstdint>

#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

// Ends the thread where it has been cancelled, as a separate announced step or in place of one.
[[noreturn]] void be_cancelled();

// Entering a call that is a cancellation point.
inline void cancellation_point() {
  if (is_cancelled(g.current)) [[unlikely]]
    be_cancelled();
}

// pass and pass_when for a step that is a cancellation point. True: the thread was cancelled, and the step in
// the log has become the cancellation.
bool pass_cancellable(SyncObject* on, bool enabled, bool timed = false);
bool pass_when_cancellable(SyncObject* on, Ready ready, bool timed = false);

}  // namespace stalemate::rt
