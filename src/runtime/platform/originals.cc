#include "runtime/platform/originals.h"

#include <cstring>

namespace stalemate::rt {

namespace {

RealFunctions functions;
bool found = false;

template <class F>
void find(F& function, const char* name) {
  function = reinterpret_cast<F>(original(name));
}

template <class F>
void find_versioned(F& function, const char* name) {
  function = reinterpret_cast<F>(original(name, "GLIBC_2.3.2"));
}

void find_all() {
  RealFunctions& f = functions;
#define STALEMATE_FIND(name) find(f.name, #name);
  STALEMATE_REAL_THREADS(STALEMATE_FIND)
  STALEMATE_REAL_LOCKS(STALEMATE_FIND)
  STALEMATE_REAL_TIME(STALEMATE_FIND)
  STALEMATE_REAL_DESCRIPTORS(STALEMATE_FIND)
  STALEMATE_REAL_PROCESS(STALEMATE_FIND)
#undef STALEMATE_FIND
#define STALEMATE_FIND(name) find_versioned(f.name, #name);
  STALEMATE_REAL_VERSIONED(STALEMATE_FIND)
#undef STALEMATE_FIND
  find(f.assert_fail, "__assert_fail");
  find(f.register_cancel, "__pthread_register_cancel");
  find(f.unregister_cancel, "__pthread_unregister_cancel");
  find(f.unwind_next, "__pthread_unwind_next");
}

}  // namespace

void* original_in_program(const char* name) {
  if (cxx_originals == nullptr) return nullptr;
  for (const Original* known = cxx_originals; known->name != nullptr; ++known)
    if (std::strcmp(known->name, name) == 0) return const_cast<void*>(known->address);
  return nullptr;
}

const RealFunctions& real() {
  if (!found) [[unlikely]] {
    find_all();
    found = true;
  }
  return functions;
}

}  // namespace stalemate::rt
