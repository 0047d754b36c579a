// Failed checks of a test framework become findings, wherever they happen: in a function that explore() was
// given, in the tests of a whole program, in any thread. Nothing has to be included for it.
#pragma once

namespace stalemate::rt {

// Called once in the server, before the first execution. `whole`: the program's main is explored, so that its
// exit code counts as well. Returns nullptr, or why failures would not be detected: one clause.
const char* watch_test_frameworks(bool whole) __attribute__((weak));

// The part of watch_test_frameworks() that concerns GoogleTest.
void watch_gtest();

}  // namespace stalemate::rt
