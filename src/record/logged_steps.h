// The log of an execution that becomes a trace, step by step: what trace_builder.h needs to know of each,
// with its place in the source and the names of the local variables that it touches. One pass; call stacks
// are not stored, so that a million steps take at most a hundred bytes each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/log/log_view.h"
#include "symbolize/source_map.h"

namespace stalemate::tools {

inline constexpr std::uint32_t kNoWords = ~0u;

struct Step {
  OpKind op = OpKind::kNone;
  bool has_effect = false;  // the effect below was logged: the wait really waited, the semaphore's count
  bool adds_level = false;  // of a lock that its thread holds
  bool kept = false;        // of a wait: the lock was not released, a level of it was left
  bool unseen = false;      // not a step: a write by uninstrumented code, after the thread's last step
  std::uint16_t thread = 0;
  std::uint32_t value = 0;  // as in wire::Record
  std::uint32_t point = 0;
  std::uint32_t location = 0;
  std::uint32_t bytes = 0;  // of an access
  std::uint32_t count = 0;  // of a semaphore, afterwards
  std::uint64_t object = 0;
  std::uint32_t words = kNoWords;              // of a wide plain access: the first of LoggedSteps::words
  std::uint64_t mutex = 0;                     // of a wait
  std::optional<std::uint64_t> before, after;  // of an access
};

struct LoggedThread {
  std::string path;  // S11
  std::uint32_t slot = 0;
  std::uint32_t parent = 0;
  std::optional<std::size_t> ended;  // after so many steps
  std::uint32_t children = 0;
};

struct LoggedSteps {
  std::vector<LoggedThread> threads;
  std::vector<Step> steps;
  std::vector<std::uint64_t> words;                       // contents of wide accesses
  std::vector<std::string> locations;                     // file:line; the first is "?"
  std::unordered_map<std::uint64_t, std::string> locals;  // by address on a stack
  bool races = false;                                     // some that are not declared benign
};

// The thread of a join, whether it succeeded or not; empty: the step is not a join.
std::optional<std::uint32_t> joined_thread(const LoggedSteps& log, const Step& step);

LoggedSteps read_steps(const LogView& log, const symbolize::SourceMap& source);

}  // namespace stalemate::tools
