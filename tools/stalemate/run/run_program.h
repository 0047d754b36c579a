// What `stalemate run` and `stalemate replay` do after parsing their arguments.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "tools/stalemate/cli/command_line.h"

namespace stalemate::tools {

// Explores `program` (not empty; PATH is searched) and reports. Returns the exit code.
int run_program(const RunOptions& options, const std::vector<std::string>& program);

// Replays one schedule file and reports. Returns the exit code.
int replay_schedule(const ReplayRequest& request);

}  // namespace stalemate::tools
