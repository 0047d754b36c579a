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
// Whether nothing that an execution does to memory outlives it.
bool session_starts_afresh();
// The execution is over and its header complete: in a session that undoes executions, goes back to the loop
// that does; else returns.
void leave_execution();
// The same behind the last exit handler: does what exit() would go on with.
void leave_execution_after_exit();
// What is loaded where, for whoever turns addresses into names.
void describe_modules(wire::Channel& channel);

}  // namespace stalemate::rt
