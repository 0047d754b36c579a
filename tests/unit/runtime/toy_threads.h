// Small programs for the scheduler: each thread has a script. They run twice: on fibers, by the runtime's
// scheduler (toy_fibers.cc), and in an interpreter of a few lines that knows the rules alone
// (toy_interpreter.cc).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/wire/wire.h"

namespace stalemate::test {

inline constexpr std::uint32_t kMostThreads = 4;  // 0 creates 1 and 2, 1 creates 3
inline constexpr std::uint32_t kObjects = 3;      // of each kind

struct ToyCall {
  enum Kind {
    kStore,
    kLock,
    kTimedLock,
    kUnlock,  // if the thread has it
    kAwait,   // an event
    kSet,
    kReset,
    kYield,
    kOutside,  // waits for an event outside the program
    kCreate,   // a thread, by its script
    kJoin,     // if it has been created
    // No steps:
    kChoose,   // one of `what` values
    kHold,     // a thread that exists may not run
    kRelease,  // may again
  } kind;
  std::uint32_t what;
};

struct ToyItem {
  wire::Tail tail = wire::Tail::kContinue;
  std::uint64_t seed = 1;
  std::uint32_t length = 0, changes = 0;
  std::uint32_t cut_points = ~0u;
  bool walks_on = false;
  std::uint32_t step_limit = 100000;
  std::size_t room = 100000;  // records of a log
  std::vector<wire::Deviation> deviations;
};

struct ToyProgram {
  std::vector<ToyCall> scripts[kMostThreads];
};

// A point of an execution: which threads may run, which was chosen, and what it does. Threads by order of
// creation.
struct ToyPoint {
  struct Enabled {
    std::uint32_t thread;
    bool timed;
    friend bool operator==(const Enabled&, const Enabled&) = default;
  };
  std::vector<Enabled> may_run;     // by thread; empty at a data point
  std::vector<std::uint32_t> held;  // could run, but others go first; by thread
  std::uint32_t thread = 0;
  OpKind op = OpKind::kNone;
  std::uint64_t object = 0;  // 1 + number of the object; a data point: number of values
  std::uint32_t value = 0;
  friend bool operator==(const ToyPoint&, const ToyPoint&) = default;
};

struct ToyEnding {
  enum Kind { kFinished, kDeadlock, kDiverged, kDivergedInChoice, kCut, kBeyondCapacity } kind = kFinished;
  std::uint32_t wanted = 0;  // by an item that does not fit
  bool in_step = false;      // kCut, kBeyondCapacity: at a data point
  friend bool operator==(const ToyEnding&, const ToyEnding&) = default;
};

struct ToyExecution {
  std::vector<ToyPoint> points;
  ToyEnding ending;
  friend bool operator==(const ToyExecution&, const ToyExecution&) = default;
};

std::string text_of(const ToyExecution& execution);

// On fibers. `where`: how many records the log had before that of each point.
ToyExecution run_on_fibers(const ToyProgram& program, const ToyItem& item, std::vector<std::size_t>* where);

// By the rules. Where `deviate` is not 0, the item gets deviations at random points, drawn from it.
ToyExecution interpret(const ToyProgram& program, ToyItem& item, std::uint32_t deviate);

}  // namespace stalemate::test
