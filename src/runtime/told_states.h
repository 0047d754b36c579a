// Telling the explorer the state before each step (wire::RecordKind::kSignature), where Config::states asks
// for it: it need not explore again what follows from a state that another execution has been in. What a
// worker decides itself: an execution that comes back to a state of its own, in the part where nothing is
// prescribed any more, would go round for ever. It ends there, unless that is a failure (divergence.h).
#pragma once

#include <cstdint>

#include "model/wire.h"
#include "runtime/state.h"

namespace stalemate::rt {

// Before the first execution of a server, and behind the snapshot of a session.
void prepare_told_states();
void complete_told_states();
// `undone`: the session returns to a snapshot after the execution.
void begin_told_states(bool undone);

// Before a choice, while g.states.
void tell_state();
// The program says what its state is (state_here).
void take_given_state(std::uint64_t hash);
// From here on the state is not known.
void end_told_states(wire::StatesUnknown why);
// The program does something that its memory does not show.
inline void leave_memory(wire::StatesUnknown why = wire::StatesUnknown::kKernel) {
  if (g.states && g.active && g.channel->config.states == wire::States::kMemory) [[unlikely]]
    end_told_states(why);
}

// The execution is over, and can be undone. True: what it told was not all there was to tell; it has to be
// run again.
bool has_to_tell_again();

}  // namespace stalemate::rt
