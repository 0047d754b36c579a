// The worker's server: the process that holds the program in the state from which every execution starts,
// and forks a session for one execution (fork) or for as many as stay clean (none) or can be undone (memory).
// It watches the session, completes the log of one that dies or hangs, and never runs the program's code
// itself.
#pragma once

#include <cstdint>

#include "model/wire.h"

namespace stalemate::rt {

// With which a session ends whose runtime has found an invariant broken: Channel::refusal says which.
inline constexpr int kFaultStatus = 70;

// What to run: a function of a unit test, or the program's main (which never returns: it exits).
struct Program {
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
  bool whole = false;    // the program's main: process exit is its last step
  bool running = false;  // and it runs already: a static initialiser has started a thread
  bool undo = true;      // isolation memory: this session shall undo executions
};

// Serves until told to shut down. Returns only in a session of a program that runs already, which goes on
// under control from there.
void serve(void* mapping, std::uint64_t bytes, int capture_fd, const Program& program);

// Position in the log ring where the log under way began.
std::uint64_t server_log_start();
// Whether this session runs the program's main.
bool runs_whole_program();

}  // namespace stalemate::rt
