// Telling the explorer the state before each step (wire::RecordKind::kSignature), where Config::states asks
// for it: it need not explore again what follows from a state that another execution has been in. What a
// worker decides itself: an execution that comes back to a state of its own, in the part where nothing is
// prescribed any more, would go round for ever. It ends there, unless that is a failure (cycle_detection.h).
#pragma once

#include <cstdint>

#include "model/wire/wire.h"
#include "runtime/core/leave_memory.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

// Before the first execution of a server, and behind the snapshot of a session.
void prepare_state_log();
void complete_state_log();
void begin_state_log();

// The program says what its state is (state_here).
void take_given_state(std::uint64_t hash);
// The execution is over, and can be undone. True: what it told was not all there was to tell; it has to be
// run again.
bool must_log_states_again();

}  // namespace stalemate::rt
