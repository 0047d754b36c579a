#include "runtime/uninstrumented/module_code.h"

#include <cstring>

namespace stalemate::rt {

CodeRange code_of(const dl_phdr_info& module) {
  CodeRange all;
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& part = module.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = module.dlpi_addr + part.p_vaddr;
    if (all.end == 0) all = {begin, begin};
    all.end = begin + part.p_memsz;
  }
  return all;
}

bool asks_for_hooks(const dl_phdr_info& module) {
  std::uintptr_t names = 0;
  std::size_t bytes = 0;
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    if (module.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(module.dlpi_addr + module.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) names = entry->d_un.d_ptr;
      if (entry->d_tag == DT_STRSZ) bytes = entry->d_un.d_val;
    }
  }
  if (names == 0) return false;
  if (names < module.dlpi_addr) names += module.dlpi_addr;  // the loader has not relocated it
  constexpr char kHook[] = "\0__tsan_init";
  return memmem(reinterpret_cast<const void*>(names), bytes, kHook, sizeof kHook) != nullptr;
}

const char* file_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

}  // namespace stalemate::rt
