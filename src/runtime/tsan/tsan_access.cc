// Plain memory accesses and function boundaries, as the compiler's thread instrumentation reports them, each
// before it happens. Plain accesses are not steps (S1) unless they are promoted (S13).
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/libc/calls/gates.h"
#include "runtime/platform/originals.h"
#include "runtime/races/plain_polls.h"
#include "runtime/shadow/shadow.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/instrumented_program.h"

using namespace stalemate::rt;

STALEMATE_INTERPOSED void __tsan_init() {
  remember_instrumented(STALEMATE_CALLER);
  watch_loaded_code();
  if (g.active) add_gates();
}

// Call stacks are unwound when they are needed, so function boundaries are ignored.
STALEMATE_INTERPOSED void __tsan_func_entry(void*) {}
STALEMATE_INTERPOSED void __tsan_func_exit() {}

namespace {

std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

template <unsigned Bytes>
[[gnu::always_inline]] inline void read_at(const void* memory, std::uintptr_t pc) {
  if constexpr (Bytes <= 2)
    on_part<Bytes, false>(address_of(memory), pc);
  else
    on_words<Bytes, false>(address_of(memory), pc);
}

template <unsigned Bytes>
[[gnu::always_inline]] inline void write_at(const void* memory, std::uintptr_t pc) {
  if constexpr (Bytes <= 2)
    on_part<Bytes, true>(address_of(memory), pc);
  else
    on_words<Bytes, true>(address_of(memory), pc);
}

// Outside an execution, and if no access is checked.
[[gnu::always_inline]] inline bool is_idle() { return racing.whole == 0; }

}  // namespace

#define STALEMATE_READ(name, bytes) \
  STALEMATE_INTERPOSED void __tsan_##name##bytes(void* memory) { read_at<bytes>(memory, STALEMATE_CALLER); }
#define STALEMATE_WRITE(name, bytes) \
  STALEMATE_INTERPOSED void __tsan_##name##bytes(void* memory) { write_at<bytes>(memory, STALEMATE_CALLER); }
// A compound access is its read and its write; clang reports one that it does not split as the write alone.
#define STALEMATE_BOTH(name, bytes)                              \
  STALEMATE_INTERPOSED void __tsan_##name##bytes(void* memory) { \
    read_at<bytes>(memory, STALEMATE_CALLER);                    \
    write_at<bytes>(memory, STALEMATE_CALLER);                   \
  }
#define STALEMATE_VOLATILE_READ(name, bytes)                     \
  STALEMATE_INTERPOSED void __tsan_##name##bytes(void* memory) { \
    if (!is_idle()) count_volatile_read();                       \
    read_at<bytes>(memory, STALEMATE_CALLER | kVolatileAccess);  \
  }
#define STALEMATE_VOLATILE_WRITE(name, bytes)                    \
  STALEMATE_INTERPOSED void __tsan_##name##bytes(void* memory) { \
    write_at<bytes>(memory, STALEMATE_CALLER | kVolatileAccess); \
  }
#define STALEMATE_SIZES(what, name) what(name, 1) what(name, 2) what(name, 4) what(name, 8) what(name, 16)

STALEMATE_SIZES(STALEMATE_READ, read)
STALEMATE_SIZES(STALEMATE_WRITE, write)
STALEMATE_SIZES(STALEMATE_BOTH, read_write)
STALEMATE_SIZES(STALEMATE_VOLATILE_READ, volatile_read)
STALEMATE_SIZES(STALEMATE_VOLATILE_WRITE, volatile_write)
STALEMATE_SIZES(STALEMATE_READ, unaligned_read)
STALEMATE_SIZES(STALEMATE_WRITE, unaligned_write)
STALEMATE_SIZES(STALEMATE_BOTH, unaligned_read_write)
STALEMATE_SIZES(STALEMATE_VOLATILE_READ, unaligned_volatile_read)
STALEMATE_SIZES(STALEMATE_VOLATILE_WRITE, unaligned_volatile_write)

STALEMATE_INTERPOSED void __tsan_vptr_read(void** pointer) { read_at<8>(pointer, STALEMATE_CALLER); }
// A constructor or destructor that does not change the pointer changes nothing that others could observe.
STALEMATE_INTERPOSED void __tsan_vptr_update(void** pointer, void* value) {
  if (*pointer != value) write_at<8>(pointer, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void __tsan_read_range(void* memory, std::size_t bytes) {
  if (!is_idle()) access(address_of(memory), bytes, false, STALEMATE_CALLER);
}
STALEMATE_INTERPOSED void __tsan_write_range(void* memory, std::size_t bytes) {
  if (!is_idle()) access(address_of(memory), bytes, true, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  if (is_idle()) return std::memcpy(to, from, bytes);
  access(address_of(from), bytes, false, STALEMATE_CALLER);
  access(address_of(to), bytes, true, STALEMATE_CALLER);
  return std::memcpy(to, from, bytes);
}
STALEMATE_INTERPOSED void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  if (is_idle()) return std::memmove(to, from, bytes);
  access(address_of(from), bytes, false, STALEMATE_CALLER);
  access(address_of(to), bytes, true, STALEMATE_CALLER);
  return std::memmove(to, from, bytes);
}
STALEMATE_INTERPOSED void* __tsan_memset(void* to, int byte, std::size_t bytes) {
  if (!is_idle()) access(address_of(to), bytes, true, STALEMATE_CALLER);
  return std::memset(to, byte, bytes);
}
