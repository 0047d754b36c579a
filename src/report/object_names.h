// Names for the objects and places of one execution: a variable if the debug information has one, else the
// kind of object with a number in order of first appearance, and where it lives: mutex#1 (heap of 0.1). No
// address is ever shown. Refers to the execution and the source map; both must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "symbolize/source_map.h"
#include "trace/execution.h"
#include "trace/schedule.h"

namespace stalemate::report {

class ObjectNames final : public trace::Naming {
 public:
  ObjectNames(const trace::Execution& execution, const symbolize::SourceMap& source);

  std::string object(OpKind op, std::uint64_t address) const override;
  std::string place(const trace::CallStack& stack) const override;

  // The innermost frame of a stack outside the system's headers.
  symbolize::Frame best_frame(const trace::CallStack& stack) const;
  // Every frame of the user's code, innermost first.
  std::vector<symbolize::Frame> user_frames(const trace::CallStack& stack) const;

 private:
  void add(OpKind op, std::uint64_t address);
  std::string local(std::uint32_t slot, std::uint64_t address);
  void gather_frames();
  std::string owner(std::uint32_t slot) const;

  const trace::Execution& execution_;
  const symbolize::SourceMap& source_;
  std::map<std::uint32_t, std::string> path_of_slot_;
  std::map<std::uint32_t, std::vector<trace::CodeAddress>> frames_of_slot_;  // with their stacks' addresses
  std::map<std::string, std::uint32_t> numbered_;  // how many of a kind have a number
  std::map<std::uint64_t, std::string> names_;
};

// queue.cc:42 from a path and a line; empty if there is none.
std::string short_place(const std::string& file, std::uint32_t line);

}  // namespace stalemate::report
