// Fields of nodes that the C++ library changes for a container: each access is checked like one of the
// program (S13), then made. `pc` is the return address into the code that called the library.
#pragma once

#include <cstdint>

#include "runtime/checked_memory.h"

namespace stalemate::rt {

class CheckedNodes {
 public:
  explicit CheckedNodes(std::uintptr_t pc) : call_(pc), checks_(is_checked_call(pc)) {}

  template <class T>
  T load(const T& field) const {
    if (checks_) call_.read(&field, sizeof field);
    return field;
  }
  template <class T>
  void store(T& field, T value) const {
    if (checks_) call_.write(&field, sizeof field);
    field = value;
  }

 private:
  CheckedCall call_;
  bool checks_;
};

}  // namespace stalemate::rt
