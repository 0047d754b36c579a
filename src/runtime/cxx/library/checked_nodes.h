// Fields of nodes that the C++ library changes for a container: each access is checked like one of the
// program (S13), then made. `pc` is the return address into the code that called the library.
#pragma once

#include <cstdint>

#include "runtime/libc/checked_memory.h"

namespace stalemate::rt {

class CheckedNodes {
 public:
  explicit CheckedNodes(std::uintptr_t pc) : pc_(pc), checks_(is_checked_call(pc)) {}

  template <class T>
  T load(const T& field) const {
    if (checks_) on_words<sizeof(T), false>(address_of(&field), pc_);
    return field;
  }
  template <class T>
  void store(T& field, T value) const {
    if (checks_) on_words<sizeof(T), true>(address_of(&field), pc_);
    field = value;
  }

 private:
  static std::uintptr_t address_of(const void* field) { return reinterpret_cast<std::uintptr_t>(field); }

  std::uintptr_t pc_;
  bool checks_;
};

}  // namespace stalemate::rt
