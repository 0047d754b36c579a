// The effects of a known call, checked like accesses of its caller.
#pragma once

#include <cstdint>

#include "runtime/libc/formatted.h"
#include "runtime/uninstrumented/analysis/known_calls.h"

namespace stalemate::rt {

struct LibraryCall {
  const ArgumentRegisters* registers;
  void* on_stack;
  std::uintptr_t pc;     // where it returns to
  const void* function;  // the library's
};

// Before the call. False: it may have effects that were not checked. Without `memory` only state outside of
// the program's memory is looked at.
bool check_effects(const char* effects, const LibraryCall& library_call, bool memory);

}  // namespace stalemate::rt
