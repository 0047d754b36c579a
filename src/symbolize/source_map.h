// From addresses of a running program to its source. An interface, so that reports can be tested without a
// binary; Symbolizer (symbolizer.h) is the real one. Nothing here fails: what is unknown is empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stalemate::symbolize {

struct Frame {
  std::string function;  // qualified, without parameters: Queue::pop; a lambda in main: main::{lambda}
  std::string file;      // as the compiler was given it, made relative to the stripped prefix
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool system = false;   // the standard library, the compiler's headers, a test framework's, our own
  bool inlined = false;  // into the frame that follows
};

class SourceMap {
 public:
  virtual ~SourceMap() = default;
  // The frames at a return address, innermost first: inlined functions, then the one they are part of.
  // At least one; without debug information its function is symbol+offset or module+offset.
  virtual std::vector<Frame> frames(std::uint64_t return_address) const = 0;
  // The global variable (or part of one) at an address: queue.mutex_, forks[2]. Empty: none.
  virtual std::string global(std::uint64_t address) const = 0;
  // The local variable, or part of one, at an address in the frame whose code and canonical frame address
  // are given. Empty: none, or it lives in a register there.
  virtual std::string local(std::uint64_t return_address, std::uint64_t cfa, std::uint64_t address) const = 0;
};

// The innermost frame outside system headers; the innermost of all if every one is inside them.
const Frame& best_frame(const std::vector<Frame>& frames);

// Whether it is a file of the standard library, the compiler, a test framework or the system. Headers of
// other libraries are not, wherever they are installed.
bool is_system_file(const std::string& file);
// Whether it is a function of the standard library or of our runtime, whatever file it is in.
bool is_system_function(const std::string& function);

}  // namespace stalemate::symbolize
