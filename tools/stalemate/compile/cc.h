// `stalemate cc` and `stalemate c++`: the user's compiler, with instrumentation and our runtime. Quiet
// like the compiler; STALEMATE_VERBOSE=1 shows the commands.
#pragma once

#include <string>
#include <vector>

#include "tools/stalemate/compile/compiler_args.h"

namespace stalemate::tools {

// Returns the exit code; a single command replaces this process.
int run_compiler(Language language, const std::vector<std::string>& args);

}  // namespace stalemate::tools
