// One execution under gdb: the user gets the debugger at the moment of the failure, in the process and on the
// stack where it happens.
#pragma once

#include "explore/engine/work_item.h"
#include "worker/worker.h"

namespace stalemate::tools {

// Until the user leaves gdb. Returns the exit code of the command.
int run_under_gdb(const host::Program& program, const wire::Config& config, const explore::WorkItem& item);

}  // namespace stalemate::tools
