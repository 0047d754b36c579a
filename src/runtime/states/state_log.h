// Logs the state before each step (wire::RecordKind::kSignature), if Config::states is set: the explorer need
// not explore again what follows from a state that another execution has visited. The worker itself decides
// one case: an execution that returns to one of its own states, in the part where nothing is prescribed any
// more, would repeat for ever. It ends there, unless that is a failure (cycle_detection.h).
#pragma once

#include <cstdint>

#include "model/wire/wire.h"
#include "runtime/core/leave_memory.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

// Before the first execution of a server, and after the snapshot of a session.
void prepare_state_log();
void complete_state_log();
void begin_state_log();

// The program reports its state (state_here).
void take_given_state(std::uint64_t hash);
// The execution is over, and can be undone. True: its logged states are incomplete; it must be run again.
bool must_log_states_again();

}  // namespace stalemate::rt
