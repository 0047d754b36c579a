// The memory that only one thread can reach, or whose address it has given to no other.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct OwnMemory {
  std::uint64_t stack_begin = 0, stack_end = 0;
  std::uint64_t tls_begin = 0, tls_end = 0;
  // A block that the thread has allocated since its last step.
  std::uint64_t new_begin = 0, new_end = 0;

  bool owns(std::uint64_t address) const {
    return address - stack_begin < stack_end - stack_begin || address - tls_begin < tls_end - tls_begin;
  }
  bool is_new(std::uint64_t address) const { return address - new_begin < new_end - new_begin; }
};

}  // namespace stalemate::rt
