#include "runtime/platform/lazy_binding.h"

#include <link.h>

#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostModules = 512;

struct Module {
  std::uint64_t base;
  const ElfW(Rela) * relocations;
  std::uint64_t count;
};

struct LoadedModules {
  std::uint32_t count;
  Module modules[kMostModules];
};

LoadedModules* kept = nullptr;

// Some loaders relocate the pointers of the dynamic section in place, but not in all modules.
std::uint64_t absolute(std::uint64_t base, std::uint64_t pointer) {
  return pointer < base ? base + pointer : pointer;
}

int add_module(dl_phdr_info* module, std::size_t, void*) {
  for (int n = 0; n < module->dlpi_phnum && kept->count < kMostModules; ++n) {
    if (module->dlpi_phdr[n].p_type != PT_DYNAMIC) continue;
    std::uint64_t relocations = 0, bytes = 0;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(module->dlpi_addr + module->dlpi_phdr[n].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_JMPREL) relocations = absolute(module->dlpi_addr, entry->d_un.d_ptr);
      if (entry->d_tag == DT_PLTRELSZ) bytes = entry->d_un.d_val;
    }
    if (relocations != 0)
      kept->modules[kept->count++] = {module->dlpi_addr, reinterpret_cast<const ElfW(Rela)*>(relocations),
                                      bytes / sizeof(ElfW(Rela))};
  }
  return 0;
}

}  // namespace

void find_lazy_bindings() {
  kept = static_cast<LoadedModules*>(kept_pages(sizeof(LoadedModules)));
  dl_iterate_phdr(add_module, nullptr);
}

void each_lazy_binding(void (*visit)(std::uint64_t* place)) {
  for (std::uint32_t n = 0; n < kept->count; ++n) {
    const Module& module = kept->modules[n];
    for (std::uint64_t r = 0; r < module.count; ++r)
      if (ELF64_R_TYPE(module.relocations[r].r_info) == R_X86_64_JUMP_SLOT)
        visit(reinterpret_cast<std::uint64_t*>(module.base + module.relocations[r].r_offset));
  }
}

}  // namespace stalemate::rt
