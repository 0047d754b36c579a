// A session: a forked process that executes work items.
#pragma once

#include "model/wire.h"
#include "runtime/ring.h"
#include "runtime/server.h"

namespace stalemate::rt {

// Once per server, before the first fork; nullptr, or why control cannot be had.
const char* prepare_session();
[[noreturn]] void run_session(Ring& ring, const Program& program, int capture_fd);
// Begins the execution on the running stack, which becomes main's.
void enter_session(Ring& ring, const Program& program, int capture_fd);
// What is loaded where, for whoever turns addresses into names.
void describe_modules(wire::Channel& channel);

}  // namespace stalemate::rt
