#include "runtime/pages.h"

#include <sys/mman.h>

#include "base/check.h"
#include "runtime/kernel.h"

namespace stalemate::rt {

constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

void* pages(std::size_t bytes) {
  void* memory = kernel::map(nullptr, bytes, PROT_READ | PROT_WRITE, kFlags);
  STALEMATE_CHECK(memory != nullptr, "the kernel gives no memory to the runtime");
  return memory;
}

bool pages_at(std::uint64_t address, std::size_t bytes) {
  void* wanted = reinterpret_cast<void*>(address);
  void* memory = kernel::map(wanted, bytes, PROT_READ | PROT_WRITE, kFlags | MAP_FIXED_NOREPLACE);
  if (memory == wanted) return true;
  if (memory != nullptr) kernel::unmap(memory, bytes);
  return false;
}

}  // namespace stalemate::rt
