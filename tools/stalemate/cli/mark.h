// The mark that tells schedules of this user's own runs from those of strangers: a hash of the schedule with
// a key that is in $XDG_STATE_HOME/stalemate/key (~/.local/state), readable for nobody else, made at the
// first need.
#pragma once

#include "trace/schedule.h"

namespace stalemate::tools {

// Leaves it without a mark where there is no place for a key.
void set_mark(trace::Schedule& schedule);

bool has_own_mark(const trace::Schedule& schedule);

}  // namespace stalemate::tools
