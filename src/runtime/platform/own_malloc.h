// Heaps that are not the runtime's: the C library's, and the program's.
#pragma once

#include <cstddef>

namespace stalemate::rt {

// Whether malloc is the program's own: then its heap is not ours.
bool program_has_own_malloc();

// A heap; functions that it does not have are null.
struct HeapFunctions {
  void* (*malloc)(std::size_t);
  void (*free)(void*);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void* (*memalign)(std::size_t, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
  void* (*valloc)(std::size_t);
  void* (*pvalloc)(std::size_t);
  std::size_t (*malloc_usable_size)(void*);
};

// The heap outside executions; the first five functions alone. The C library's if the program has one.
const HeapFunctions& outside_heap();
// The program's own, if calls of it come to us first: in a program without a loader. Else null.
const HeapFunctions* own_heap();

}  // namespace stalemate::rt
