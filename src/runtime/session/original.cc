// Originals by the loader: what the program would have found without us.
#include <dlfcn.h>

#include "runtime/core/state.h"
#include "runtime/platform/context.h"
#include "runtime/platform/originals.h"

// The start of what the wrapper links before a C++ library that is linked into the program; else null.
extern "C" __attribute__((weak, visibility("hidden"))) const char stalemate_rt_cxx_code[];

namespace stalemate::rt {

namespace {

// The loader stores the result of the last search for each thread. For all of ours that is the initial
// thread, or they would leave it behind as a leak.
void* find_next(const char* name) {
  if (g.current == nullptr || g.main_tcb == nullptr) return dlsym(RTLD_NEXT, name);
  const bool active = g.active;
  void* running = thread_pointer();
  g.active = false;
  set_thread_pointer(g.main_tcb);
  void* function = dlsym(RTLD_NEXT, name);
  set_thread_pointer(running);
  g.active = active;
  return function;
}

}  // namespace

void* original(const char* name) {
  void* function = find_next(name);
  return function != nullptr ? function : original_in_program(name);
}

void* original(const char* name, const char* version) {
  void* function = dlvsym(RTLD_NEXT, name, version);
  return function != nullptr ? function : original(name);
}

void* used_by_libraries(const char* name) { return dlsym(RTLD_DEFAULT, name); }

std::uintptr_t end_of_program_code(std::uintptr_t end) { return end; }

bool has_c_library_inside() { return false; }

std::uintptr_t first_library_code() { return reinterpret_cast<std::uintptr_t>(stalemate_rt_cxx_code); }

}  // namespace stalemate::rt
