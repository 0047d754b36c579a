// Instructions of inline assembly that move data of the program, in instrumented code. They look like the
// compiler's own. But whenever the compiler accesses a named variable, it has passed its address to a hook
// before: somewhere in the function it is put into a register. If there is no address nearby, the access is
// assembly's. That finds named variables; what is reached through a pointer is not found. Pure.
#pragma once

#include <cstdint>

#include "runtime/uninstrumented/analysis/code_effects.h"

namespace stalemate::rt {

// How near: a member of a structure, an element of an array.
constexpr std::uint64_t kNear = 4096;

struct NamedData {
  bool (*is_data)(std::uint64_t address,
                  const void* argument) = nullptr;  // that threads can share, and change
  const void* argument = nullptr;
};

// Calls `visit` with the address of each access to named data in `code`, and with the data's.
using VisitAccess = void (*)(MemoryRange instruction, std::uint64_t data, void* argument);
void each_named_access(MemoryRange code, const NamedData& named, VisitAccess visit, void* argument);

// Whether `code` puts an address into a register that is near that of the data.
bool takes_address_near(MemoryRange code, std::uint64_t data);

}  // namespace stalemate::rt
