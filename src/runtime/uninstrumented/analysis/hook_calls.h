// Which code calls the hooks that instrumentation adds: those of every function (such as __tsan_func_entry),
// and those of accesses. Decided from the module's code and relocations, stripped or not.
#pragma once

#include <link.h>
#include <cstdint>

#include "runtime/uninstrumented/analysis/program_image.h"

namespace stalemate::rt {

class HookCalls {
 public:
  HookCalls(const dl_phdr_info& module, const ProgramImage& image) : module_(module), image_(image) {}
  HookCalls(const HookCalls&) = delete;
  HookCalls& operator=(const HookCalls&) = delete;

  void learn();
  // By symbols of the module. False: it has none, because the runtime is a shared library or they were
  // removed.
  bool learn_access_hooks();

  // Of a function. Every byte that may begin a call is tried: a wrong one does not lead to a hook by chance.
  bool calls_hook(MemoryRange code) const;
  bool calls_access_hook(MemoryRange code) const;

 private:
  static constexpr int kMostSlots = 12;
  static constexpr std::uint32_t kMostAccessHooks = 256;

  void add_slots(const Elf64_Shdr& section, const Elf64_Shdr& symbols, const Elf64_Shdr& names);
  void add_access_hook(const Elf64_Sym& symbol);
  bool is_function(std::uint64_t address) const;
  bool is_slot(std::uint64_t address) const;
  bool leads_to_hook(std::uint64_t target) const;
  bool is_code(std::uint64_t address) const;

  const dl_phdr_info& module_;
  const ProgramImage& image_;
  std::uint64_t functions_[3] = {};
  std::uint64_t slots_[kMostSlots] = {};  // that the loader fills with the address of a hook
  int slot_count_ = 0;
  std::uint64_t access_hooks_[kMostAccessHooks];
  std::uint32_t access_hook_count_ = 0;
};

}  // namespace stalemate::rt
