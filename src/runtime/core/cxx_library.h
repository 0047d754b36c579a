// Functions in the compiled part of the C++ library, whose accesses are checked (cxx/library_calls.h).
#pragma once

namespace stalemate::rt {

// Finds the functions that the program's C++ library has, once, before the first execution: what is found
// during one is forgotten with it. Null in a program without them.
void find_library_calls() __attribute__((weak));

}  // namespace stalemate::rt
