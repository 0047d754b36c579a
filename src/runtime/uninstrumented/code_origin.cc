#include "runtime/uninstrumented/code_origin.h"

#include <cstring>

#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/instrumented_program.h"
#include "runtime/uninstrumented/module_code.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostModules = 512;

struct Module {
  CodeRange code;
  CodeOrigin origin;
};

Module modules[kMostModules];  // by address
std::uint32_t module_count = 0;
unsigned long long modules_loaded = 0;  // so far, whether they are still loaded or not
CodeRange program;                      // where its code is instrumented

bool is_cxx_library(const char* name) {
  return std::strncmp(name, "libstdc++.so", 12) == 0 || std::strncmp(name, "libc++.so", 9) == 0;
}

CodeOrigin origin_of_module(const dl_phdr_info& module) {
  const char* path = module.dlpi_name != nullptr ? module.dlpi_name : "";
  if (is_cxx_library(file_name(path))) return CodeOrigin::kCxxLibrary;
  return asks_for_hooks(module) ? CodeOrigin::kInstrumented : CodeOrigin::kUnseen;
}

void add(const Module& added) {
  if (added.code.end == 0 || module_count == kMostModules) return;
  std::uint32_t at = module_count++;
  for (; at > 0 && modules[at - 1].code.begin > added.code.begin; --at) modules[at] = modules[at - 1];
  modules[at] = added;
}

int add_module(dl_phdr_info* module, std::size_t, void* argument) {
  modules_loaded = module->dlpi_adds;
  bool& first = *static_cast<bool*>(argument);  // that is the program itself
  Module added = {code_of(*module), CodeOrigin::kUnseen};
  if (!first) {
    if (!added.code.holds(reinterpret_cast<std::uintptr_t>(&learn_code_origins)))
      added.origin = origin_of_module(*module);
  } else if (program_was_instrumented()) {
    added.origin = CodeOrigin::kInstrumented;
    added.code.end = end_of_program_code(added.code.end);
    program = added.code;
  }
  first = false;
  add(added);
  return 0;
}

int count_loaded(dl_phdr_info* module, std::size_t, void* argument) {
  *static_cast<unsigned long long*>(argument) = module->dlpi_adds;
  return 1;
}

const Module* find(std::uintptr_t pc) {
  std::uint32_t low = 0, high = module_count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (modules[middle].code.begin <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && modules[low - 1].code.holds(pc) ? &modules[low - 1] : nullptr;
}

}  // namespace

void learn_code_origins() {
  module_count = 0;
  program = CodeRange{};
  bool first = true;
  dl_iterate_phdr(add_module, &first);
}

CodeOrigin origin_of(std::uintptr_t pc) {
  if (is_unseen_code(pc)) return CodeOrigin::kUnseen;
  if (program.holds(pc)) return CodeOrigin::kInstrumented;
  if (const Module* module = find(pc)) return module->origin;
  unsigned long long loaded = modules_loaded;
  dl_iterate_phdr(count_loaded, &loaded);
  if (loaded == modules_loaded) return CodeOrigin::kUnseen;
  learn_code_origins();
  const Module* module = find(pc);
  return module != nullptr ? module->origin : CodeOrigin::kUnseen;
}

}  // namespace stalemate::rt
