// How a program that a user names is started: as it is if it was built with us, else with the runtime
// preloaded.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "worker/worker.h"

namespace stalemate::tools {

// `test`: the explore() call to serve; empty: main(). What cannot be explored at all is an error.
Result<host::Program> program_to_start(const RunOptions& options, const std::vector<std::string>& argv,
                                       const std::string& test = {});

}  // namespace stalemate::tools
