// Bytes to variables: accesses that overlap are of one variable, whatever their widths, so that no order of
// them is lost; and what such a variable holds, from the accesses in their order.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/stalemate/record_steps.h"

namespace stalemate::tools {

// The bytes that a step reads or writes; 0: it is no access.
std::uint32_t accessed_bytes(const Step& step);

class TracedMemory {
 public:
  explicit TracedMemory(const std::vector<Step>& steps);

  // The part that the address is in; its first byte is what names it.
  std::size_t part_at(std::uint64_t address) const;
  std::uint64_t begin_of(std::size_t part) const { return parts_[part].begin; }
  std::size_t parts() const { return parts_.size(); }

  // What the whole part holds once these bytes of it are `value`. A word where all accesses are of the same
  // bytes, and where the part is no longer than that; else a hash.
  std::uint64_t hold(std::size_t part, std::uint64_t address, std::uint32_t bytes, std::uint64_t value);

 private:
  struct Part {
    std::uint64_t begin = 0, end = 0;
    bool uniform = true;
    std::uint64_t hash = 0;              // of the contents
    std::vector<std::uint8_t> contents;  // where it is not uniform
  };
  std::vector<Part> parts_;
};

}  // namespace stalemate::tools
