#include "runtime/platform/own_malloc.h"

#include <cstdlib>

#include "runtime/platform/originals.h"

extern "C" {
void* stalemate_rt_malloc(std::size_t bytes);
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace stalemate::rt {

bool program_has_own_malloc() {
  const auto ours = reinterpret_cast<const void*>(&stalemate_rt_malloc);
  const void* const used = used_by_libraries("malloc");
  return reinterpret_cast<const void*>(&::malloc) != ours || (used != nullptr && used != ours);
}

const HeapFunctions& outside_heap() {
  static constinit const HeapFunctions functions = {
      .malloc = __libc_malloc,
      .free = __libc_free,
      .calloc = __libc_calloc,
      .realloc = __libc_realloc,
      .memalign = __libc_memalign,
      .aligned_alloc = nullptr,
      .posix_memalign = nullptr,
      .valloc = nullptr,
      .pvalloc = nullptr,
      .malloc_usable_size = nullptr,
  };
  return functions;
}

const HeapFunctions* own_heap() { return nullptr; }

}  // namespace stalemate::rt
