// What the checker and an engine process share: one mapping per engine, and one byte at a time through two
// pipes. An order is sent as any byte after its fields were written; the engine answers with a Report. Fields
// are written by one side while the other waits, except for atomic ones.
#pragma once

#include <atomic>
#include <cstdint>

namespace stalemate::kiss::engine {

inline constexpr std::uint32_t kMostChoices = 1u << 20;  // of one path
inline constexpr std::uint32_t kMostEvents = 1u << 20;
inline constexpr std::uint32_t kMostInputs = 1u << 16;
inline constexpr std::uint32_t kMostLoops = 1u << 16;  // ids of loops beyond that are not distinguished

// What happened to a loop.
enum LoopBits : std::uint8_t { kLoopCut = 1, kLoopPassed = 2 };

// The words of kiss_bounds, see share/kiss.h.
enum BoundWord : std::uint32_t {
  kTs,
  kLoops,
  kRecursion,
  kRace,
  kTracing,
  kLowestInput,
  kHighestInput,
  kBoundWords
};

enum class Command : std::uint32_t {
  kExplore,  // every path that starts with `given` choices, of which those from `floor` on may still grow
  kTrace,    // the path of the `given` choices once, telling its events
};

enum class Report : char {
  kReady = 'r',
  kRefused = 'x',   // the program cannot be loaded; `message` has the reason
  kGaveBack = 'g',  // part of the order will not be done: see `split_level`
  kFinished = 'd',
};

enum class Outcome : std::uint32_t {
  kDone,
  kFailed,
  kStopped,           // as asked
  kPathsRanOut,       // `most_paths` were run
  kMemoryRanOut,      // of the program's heap
  kChoicesRanOut,     // a path of more than kMostChoices
  kNoReturn,          // a path that makes no choice and does not end
  kNotDeterministic,  // the program did not repeat itself
};

struct Taken {
  std::uint32_t choice, width;
};
struct PassedStatement {
  std::int32_t thread, statement;
};
struct GivenInput {
  std::int32_t thread, value;
};

enum FailureKind : std::uint32_t {
  kAssertion = 1,
  kAbort,
  kDataRace,
  kDeadlock,
  kMisuse,
  kCrash,
  kDoubleFree
};  // as kiss.h

struct Channel {
  // Before the engine starts.
  std::int32_t bounds[kBoundWords];
  std::uint32_t cache;
  std::uint32_t patience;  // seconds of processor time on one path without a choice
  std::uint64_t cache_bytes, heap_bytes;
  // An order.
  Command command;
  std::uint32_t given, floor;
  std::uint64_t most_paths;
  // At any time.
  std::atomic<std::uint32_t> stop, split;  // set by the checker
  std::atomic<std::uint32_t> depth;        // of the path that is running
  std::atomic<std::uint64_t> paths;        // of this order
  // With kGaveBack: at that level, the choices from `split_from` on. Everything above is in `path`, and
  // stays.
  std::uint32_t split_level, split_from;
  // With kFinished. A failing path is in `path`.
  Outcome outcome;
  std::uint32_t failure;  // FailureKind
  std::int32_t statement, signal;
  std::uint64_t blocked, states, pruned;
  std::uint32_t cut_loops, cut_long_loops, cut_recursion, too_many_threads, cut_unknown, cache_full;
  std::uint32_t events, inputs;
  std::uint8_t loops[kMostLoops];  // LoopBits by id; [0]: of loops beyond the others
  char message[512];
  Taken path[kMostChoices];
  PassedStatement passed[kMostEvents];
  GivenInput given_inputs[kMostInputs];
};

}  // namespace stalemate::kiss::engine
