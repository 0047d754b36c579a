// The worker's server: the process that holds the program in the state from which every execution starts, and
// forks a session for one execution (fork) or for as many as stay clean (none) or can be undone (memory). It
// watches the session, completes the log of one that dies or hangs, and never runs the program's code itself.
#pragma once

#include <cstdint>

#include "runtime/session/program.h"

namespace stalemate::rt {

// The status of a session whose runtime has found a broken invariant: Channel::refusal has which.
inline constexpr int kFaultStatus = 70;

// Serves until shut down. Returns only in a session of a program that already runs, which continues under
// control from there.
void serve(void* mapping, std::uint64_t bytes, int capture_fd, const Program& program);

}  // namespace stalemate::rt
