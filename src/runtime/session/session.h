// A session: a forked process that executes work items.
#pragma once

#include "model/wire/wire.h"
#include "runtime/log/ring.h"
#include "runtime/session/program.h"

namespace stalemate::rt {

// Once per server, before the first fork; nullptr, or why control is impossible.
const char* prepare_session();
[[noreturn]] void run_session(Ring& ring, const Program& program, int capture_fd);
// Begins the execution on the running stack, which becomes main's.
void enter_session(Ring& ring, const Program& program, int capture_fd);
}  // namespace stalemate::rt
