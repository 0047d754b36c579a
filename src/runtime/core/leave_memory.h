// For a search that explores each state once (state_log.h): a state that is not entirely in memory.
#pragma once

#include "model/wire/wire.h"
#include "runtime/core/state.h"

namespace stalemate::rt {

// From here on the state is unknown.
void end_state_log(wire::StatesUnknown why);
// The program does something that its memory does not show.
inline void leave_memory(wire::StatesUnknown why = wire::StatesUnknown::kKernel) {
  if (g.states && g.active && g.channel->config.states == wire::States::kMemory) [[unlikely]]
    end_state_log(why);
}

}  // namespace stalemate::rt
