// Where the code of a module lies, and whether it was compiled with us, as the loader knows it.
#pragma once

#include <link.h>
#include <cstdint>

namespace stalemate::rt {

// A module's code, from its first executable byte to its last.
struct CodeRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool holds(std::uintptr_t pc) const { return pc - begin < end - begin; }
};
CodeRange code_of(const dl_phdr_info& module);
// An instrumented library has the hooks among its undefined symbols. The program itself defines them.
bool asks_for_hooks(const dl_phdr_info& module);
// The part of a path after the last slash.
const char* file_name(const char* path);

}  // namespace stalemate::rt
