// What a server runs.
#pragma once

namespace stalemate::rt {

// What to run: a function of a unit test, or the program's main (which never returns: it exits).
struct Program {
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
  bool whole = false;    // the program's main: process exit is its last step
  bool running = false;  // and it runs already: a static initialiser has started a thread
  bool undo = true;      // isolation memory: this session undoes executions
};

}  // namespace stalemate::rt
