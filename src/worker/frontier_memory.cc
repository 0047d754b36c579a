#include "worker/frontier_memory.h"

#include <sys/mman.h>

#include "base/check.h"

namespace stalemate::host {
namespace {

void* allocate(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  STALEMATE_CHECK(memory != MAP_FAILED, "out of memory for the frontier of the search");
  madvise(memory, bytes, MADV_DONTFORK);  // affects only speed: if it fails, forks copy
  return memory;
}

void release(void* memory, std::size_t bytes) { munmap(memory, bytes); }

}  // namespace

explore::MemorySource frontier_memory() { return {&allocate, &release}; }

}  // namespace stalemate::host
