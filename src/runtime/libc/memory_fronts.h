// memcpy, memmove and memset if accesses are checked; memory_fronts.cc decides whether they are. `pc`: the
// code address of the call.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

void* checked_memcpy(void* to, const void* from, std::size_t bytes, std::uintptr_t pc);
void* checked_memmove(void* to, const void* from, std::size_t bytes, std::uintptr_t pc);
void* checked_memset(void* to, int byte, std::size_t bytes, std::uintptr_t pc);

}  // namespace stalemate::rt
