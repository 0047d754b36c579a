#include "runtime/pages.h"

#include <sys/mman.h>

#include "base/check.h"

namespace stalemate::rt {

void* pages(std::size_t bytes) {
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  STALEMATE_CHECK(memory != MAP_FAILED, "the kernel gives no memory to the runtime");
  return memory;
}

bool pages_at(std::uint64_t address, std::size_t bytes) {
  void* wanted = reinterpret_cast<void*>(address);
  void* memory = mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (memory != wanted) {
    munmap(memory, bytes);
    return false;
  }
  return true;
}

}  // namespace stalemate::rt
