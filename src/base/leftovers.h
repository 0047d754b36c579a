// Files and directories that this process must remove, whatever ends it: normally by their owners, and by
// remove_leftovers() if a signal or a failed check ends the process first.
#pragma once

#include <string>

namespace stalemate {

// Registers a path for as long as it lives; does not remove it itself. Several threads may have one. Beyond
// 16 at a time, or with a path of more than 4,000 bytes, a path is not registered.
class Leftover {
 public:
  explicit Leftover(const std::string& path);
  ~Leftover();
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;

 private:
  int slot_ = -1;
};

// Removes everything that this process registered, directories with their files (not subdirectories). Safe in
// a signal handler. A forked child removes nothing of its parent's.
void remove_leftovers();

}  // namespace stalemate
