// A program small enough to run inside a test: a few threads of always enabled steps, and what goes wrong
// in it. Pure: an item gives the same records every time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/wire/wire.h"

namespace stalemate::host {

struct ToyProgram {
  std::uint32_t threads = 2;
  std::uint32_t steps = 3;  // of each thread
  // The execution fails at the end if the last step was done by this thread.
  std::uint32_t loser = ~0u;
  // This thread raises SIGSEGV in a step after which others have steps left.
  std::uint32_t crash_thread = ~0u;
  // Writes this to standard output and error.
  std::string output;
};

// Appends records one by one; the fake server places them in the ring and keeps log_write current.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void add(const wire::Record& record) = 0;
};

struct ToyEnd {
  wire::Outcome outcome = wire::Outcome::kFinished;
  std::uint32_t points = 0;
  std::uint32_t divergence = 0;
  std::string text;
};

ToyEnd run_toy(const ToyProgram& program, const wire::ItemHeader& item, const wire::Deviation* deviations,
               RecordSink& sink);

// (threads * steps)! / (steps!)^threads
std::uint64_t interleavings(const ToyProgram& program);

}  // namespace stalemate::host
