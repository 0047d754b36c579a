// Plain memory accesses and function boundaries, as the compiler's thread instrumentation reports them.
// Plain accesses are not steps (S1).
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/real.h"
#include "runtime/self_check.h"

using namespace stalemate::rt;

STALEMATE_INTERPOSED void __tsan_init() { remember_instrumented(STALEMATE_CALLER); }

// Call stacks are unwound where they are needed, so function boundaries are of no interest.
STALEMATE_INTERPOSED void __tsan_func_entry(void*) {}
STALEMATE_INTERPOSED void __tsan_func_exit() {}

#define STALEMATE_ACCESS(name) \
  STALEMATE_INTERPOSED void __tsan_##name(void*) {}
#define STALEMATE_SIZES(name) \
  STALEMATE_ACCESS(name##1)   \
  STALEMATE_ACCESS(name##2) STALEMATE_ACCESS(name##4) STALEMATE_ACCESS(name##8) STALEMATE_ACCESS(name##16)

STALEMATE_SIZES(read)
STALEMATE_SIZES(write)
STALEMATE_SIZES(read_write)
STALEMATE_SIZES(volatile_read)
STALEMATE_SIZES(volatile_write)
STALEMATE_SIZES(unaligned_read)
STALEMATE_SIZES(unaligned_write)
STALEMATE_SIZES(unaligned_read_write)
STALEMATE_SIZES(unaligned_volatile_read)
STALEMATE_SIZES(unaligned_volatile_write)
STALEMATE_ACCESS(vptr_read)

STALEMATE_INTERPOSED void __tsan_vptr_update(void**, void*) {}
STALEMATE_INTERPOSED void __tsan_read_range(void*, std::size_t) {}
STALEMATE_INTERPOSED void __tsan_write_range(void*, std::size_t) {}

STALEMATE_INTERPOSED void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  return std::memcpy(to, from, bytes);
}
STALEMATE_INTERPOSED void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  return std::memmove(to, from, bytes);
}
STALEMATE_INTERPOSED void* __tsan_memset(void* to, int byte, std::size_t bytes) {
  return std::memset(to, byte, bytes);
}
