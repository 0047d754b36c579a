// The mark that identifies schedules of this user's runs: a hash of the schedule with the user's key
// (user_key.h).
#pragma once

#include "trace/schedule.h"

namespace stalemate::tools {

// Without a key there is no mark.
void set_mark(trace::Schedule& schedule);

bool has_own_mark(const trace::Schedule& schedule);

}  // namespace stalemate::tools
