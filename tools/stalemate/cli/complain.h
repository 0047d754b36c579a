// How the command reports that it cannot do what was requested: one line on standard error, and the exit code
// that belongs to it.
#pragma once

#include "base/result.h"

namespace stalemate::tools {

int exit_code(Code code);

// Prints "stalemate: sentence; next" and returns the exit code.
int complain(const Error& error);

// In a handler of std::terminate: whether memory ran out, which it then reports. Allocates nothing.
bool report_lack_of_memory();

}  // namespace stalemate::tools
