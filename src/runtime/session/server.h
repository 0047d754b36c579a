// The worker's server: the process that holds the program in the state from which every execution starts,
// and forks a session for one execution (fork) or for as many as stay clean (none) or can be undone (memory).
// It watches the session, completes the log of one that dies or hangs, and never runs the program's code
// itself.
#pragma once

#include <cstdint>

#include "runtime/session/program.h"

namespace stalemate::rt {

// With which a session ends whose runtime has found an invariant broken: Channel::refusal says which.
inline constexpr int kFaultStatus = 70;

// Serves until told to shut down. Returns only in a session of a program that runs already, which goes on
// under control from there.
void serve(void* mapping, std::uint64_t bytes, int capture_fd, const Program& program);

}  // namespace stalemate::rt
