// memcpy, memmove and memset as programs call them, the most frequent functions of the C library. Two jumps
// and no frame, so that a program that is started without us pays almost nothing.
#include "runtime/libc/memory_fronts.h"

#include "runtime/libc/checked_memory.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

STALEMATE_STANDS_FOR(void*, memcpy, (void* to, const void* from, std::size_t bytes)) {
  if (racing.whole == 0) [[likely]]
    return stalemate_rt_memcpy(to, from, bytes);
  return checked_memcpy(to, from, bytes, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(void*, memmove, (void* to, const void* from, std::size_t bytes)) {
  if (racing.whole == 0) [[likely]]
    return stalemate_rt_memmove(to, from, bytes);
  return checked_memmove(to, from, bytes, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(void*, memset, (void* to, int byte, std::size_t bytes)) {
  if (racing.whole == 0) [[likely]]
    return stalemate_rt_memset(to, byte, bytes);
  return checked_memset(to, byte, bytes, STALEMATE_CALLER);
}
