#include "runtime/platform/constant_memory.h"

#include <link.h>

namespace stalemate::rt {

namespace {

struct Range {
  std::uint64_t begin, bytes;
};
constexpr std::uint32_t kMost = 64;
Range ranges[kMost];
std::uint32_t count = 0;

int add_module(dl_phdr_info* module, std::size_t, void*) {
  for (int n = 0; n < module->dlpi_phnum; ++n) {
    const auto& part = module->dlpi_phdr[n];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) != 0 || count == kMost) continue;
    ranges[count++] = {module->dlpi_addr + part.p_vaddr, part.p_memsz};
  }
  return 0;
}

}  // namespace

void find_constant_memory() {
  count = 0;
  dl_iterate_phdr(add_module, nullptr);
}

bool is_constant_memory(std::uint64_t address) {
  for (std::uint32_t n = 0; n < count; ++n)
    if (address - ranges[n].begin < ranges[n].bytes) return true;
  return false;
}

}  // namespace stalemate::rt
