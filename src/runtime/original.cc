// Originals by the loader: what the program would have found if we were not there.
#include <dlfcn.h>

#include "runtime/real.h"

namespace stalemate::rt {

void* original(const char* name) {
  void* function = dlsym(RTLD_NEXT, name);
  return function != nullptr ? function : original_in_program(name);
}

void* original(const char* name, const char* version) {
  void* function = dlvsym(RTLD_NEXT, name, version);
  return function != nullptr ? function : original(name);
}

void* used_by_libraries(const char* name) { return dlsym(RTLD_DEFAULT, name); }

std::uintptr_t end_of_program_code(std::uintptr_t end) { return end; }

}  // namespace stalemate::rt
