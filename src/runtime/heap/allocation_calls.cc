// malloc and its kin. What C++ programs call instead is in cxx/.
#include <malloc.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/heap/heap.h"
#include "runtime/heap/heap_arena.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"

using namespace stalemate::rt;

extern "C" void* __libc_calloc(std::size_t, std::size_t);

namespace {

int allocate_aligned(void** memory, std::size_t alignment, std::size_t bytes, std::uintptr_t pc) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* got = allocate(bytes, alignment, pc);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

}  // namespace

STALEMATE_INTERPOSED void* malloc(std::size_t bytes) { return allocate(bytes, kUnit, STALEMATE_CALLER); }

// The one above, also where a program has its own.
extern "C" __attribute__((alias("malloc"), visibility("hidden"), malloc, alloc_size(1), leaf, nothrow)) void*
stalemate_rt_malloc(std::size_t bytes);

STALEMATE_INTERPOSED void free(void* memory) { release(memory, STALEMATE_CALLER); }

STALEMATE_INTERPOSED void* calloc(std::size_t count, std::size_t size) {
  if (!g.active) return __libc_calloc(count, size);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = allocate(bytes, kUnit, STALEMATE_CALLER);
  if (memory != nullptr) std::memset(memory, 0, bytes);
  return memory;
}

STALEMATE_INTERPOSED void* realloc(void* memory, std::size_t bytes) {
  return reallocate(memory, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* reallocarray(void* memory, std::size_t count, std::size_t size) {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(memory, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* memalign(std::size_t alignment, std::size_t bytes) {
  return allocate(bytes, alignment, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return allocate(bytes, alignment, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  return allocate_aligned(memory, alignment, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* valloc(std::size_t bytes) { return allocate(bytes, kPageBytes, STALEMATE_CALLER); }
STALEMATE_INTERPOSED void* pvalloc(std::size_t bytes) {
  return allocate(round_up(bytes, kPageBytes), kPageBytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED std::size_t malloc_usable_size(void* memory) { return allocated_bytes(memory); }
