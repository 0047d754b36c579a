// malloc and its variants. What C++ programs call instead is in cxx/.
#include <malloc.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/heap/heap.h"
#include "runtime/heap/heap_arena.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/platform/pages.h"
#include "runtime/scheduler/arguments.h"

using namespace stalemate::rt;

namespace {

int allocate_aligned(void** memory, std::size_t alignment, std::size_t bytes, std::uintptr_t pc) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* got = allocate(bytes, alignment, pc);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

void* none() {
  errno = ENOMEM;
  return nullptr;
}

}  // namespace

STALEMATE_INTERPOSED void* malloc(std::size_t bytes) {
  if (const HeapFunctions* own = own_heap()) return own->malloc(bytes);
  return allocate(bytes, kUnit, STALEMATE_CALLER);
}

// The one above, even if a program has its own.
extern "C" __attribute__((alias("malloc"), visibility("hidden"), malloc, alloc_size(1), leaf, nothrow)) void*
stalemate_rt_malloc(std::size_t bytes);

STALEMATE_INTERPOSED void free(void* memory) {
  const HeapFunctions* own = own_heap();
  if (own == nullptr)
    release(memory, STALEMATE_CALLER);
  else if (own->free != nullptr)
    own->free(memory);
}

STALEMATE_INTERPOSED void* calloc(std::size_t count, std::size_t size) {
  if (const HeapFunctions* own = own_heap())
    return own->calloc != nullptr ? own->calloc(count, size) : none();
  if (!g.active) return outside_heap().calloc(count, size);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return none();
  void* memory = allocate(bytes, kUnit, STALEMATE_CALLER);
  if (memory != nullptr) std::memset(memory, 0, bytes);
  return memory;
}

STALEMATE_INTERPOSED void* realloc(void* memory, std::size_t bytes) {
  if (const HeapFunctions* own = own_heap())
    return own->realloc != nullptr ? own->realloc(memory, bytes) : none();
  return reallocate(memory, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* reallocarray(void* memory, std::size_t count, std::size_t size) {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return none();
  if (own_heap() != nullptr) return realloc(memory, bytes);
  return reallocate(memory, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* memalign(std::size_t alignment, std::size_t bytes) {
  if (const HeapFunctions* own = own_heap())
    return own->memalign != nullptr ? own->memalign(alignment, bytes) : none();
  return allocate(bytes, alignment, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (const HeapFunctions* own = own_heap())
    return own->aligned_alloc != nullptr ? own->aligned_alloc(alignment, bytes) : none();
  return allocate(bytes, alignment, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  if (const HeapFunctions* own = own_heap())
    return own->posix_memalign != nullptr ? own->posix_memalign(memory, alignment, bytes) : ENOMEM;
  writes_argument(memory, sizeof *memory, STALEMATE_CALLER);
  return allocate_aligned(memory, alignment, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* valloc(std::size_t bytes) {
  if (const HeapFunctions* own = own_heap()) return own->valloc != nullptr ? own->valloc(bytes) : none();
  return allocate(bytes, kPageBytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED void* pvalloc(std::size_t bytes) {
  if (const HeapFunctions* own = own_heap()) return own->pvalloc != nullptr ? own->pvalloc(bytes) : none();
  const bool fits = bytes <= stalemate::layout::kHeapStride;
  return allocate(fits ? round_up(bytes, kPageBytes) : bytes, kPageBytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED std::size_t malloc_usable_size(void* memory) {
  if (const HeapFunctions* own = own_heap())
    return own->malloc_usable_size != nullptr ? own->malloc_usable_size(memory) : 0;
  return allocated_bytes(memory);
}
