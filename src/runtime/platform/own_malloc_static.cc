// Heaps in a program without a loader. There the linker wraps malloc, whether the program or libc defines it:
// calls from other files of the program come to us first, and are passed on. References to the C library's
// heap are weak, or it would be linked beside the program's. Replaces own_malloc.cc.
#include "runtime/platform/own_malloc.h"

#define STALEMATE_WEAK __attribute__((weak))
extern "C" {
// Not weak: if the program has none, this links the C library's.
void* stalemate_rt_real_malloc(std::size_t) asm("__real_malloc");
STALEMATE_WEAK void stalemate_rt_real_free(void*) asm("__real_free");
STALEMATE_WEAK void* stalemate_rt_real_calloc(std::size_t, std::size_t) asm("__real_calloc");
STALEMATE_WEAK void* stalemate_rt_real_realloc(void*, std::size_t) asm("__real_realloc");
STALEMATE_WEAK void* stalemate_rt_real_memalign(std::size_t, std::size_t) asm("__real_memalign");
STALEMATE_WEAK void* stalemate_rt_real_aligned_alloc(std::size_t, std::size_t) asm("__real_aligned_alloc");
STALEMATE_WEAK int stalemate_rt_real_posix_memalign(void**, std::size_t,
                                                    std::size_t) asm("__real_posix_memalign");
STALEMATE_WEAK void* stalemate_rt_real_valloc(std::size_t) asm("__real_valloc");
STALEMATE_WEAK void* stalemate_rt_real_pvalloc(std::size_t) asm("__real_pvalloc");
STALEMATE_WEAK std::size_t stalemate_rt_real_usable_size(void*) asm("__real_malloc_usable_size");
STALEMATE_WEAK void* __libc_malloc(std::size_t);
}

namespace stalemate::rt {

namespace {

constinit const HeapFunctions real_functions = {
    .malloc = stalemate_rt_real_malloc,
    .free = stalemate_rt_real_free,
    .calloc = stalemate_rt_real_calloc,
    .realloc = stalemate_rt_real_realloc,
    .memalign = stalemate_rt_real_memalign,
    .aligned_alloc = stalemate_rt_real_aligned_alloc,
    .posix_memalign = stalemate_rt_real_posix_memalign,
    .valloc = stalemate_rt_real_valloc,
    .pvalloc = stalemate_rt_real_pvalloc,
    .malloc_usable_size = stalemate_rt_real_usable_size,
};

}  // namespace

bool program_has_own_malloc() { return stalemate_rt_real_malloc != __libc_malloc; }

const HeapFunctions& outside_heap() { return real_functions; }

const HeapFunctions* own_heap() { return program_has_own_malloc() ? &real_functions : nullptr; }

}  // namespace stalemate::rt
