// The C++ library's functions that ours replace, if that library is linked into the program: the linker wraps
// them.
#include "runtime/platform/originals.h"

#define STALEMATE_ADDRESS(name) extern "C" const char stalemate_rt_original_##name[] asm("__real_" #name);
STALEMATE_REAL_CXX(STALEMATE_ADDRESS)
#define STALEMATE_WEAK_ADDRESS(name) \
  extern "C" __attribute__((weak)) const char stalemate_rt_original_##name[] asm("__real_" #name);
STALEMATE_REAL_EXCEPTIONS(STALEMATE_WEAK_ADDRESS)

namespace stalemate::rt {

#define STALEMATE_ORIGINAL(name) {#name, stalemate_rt_original_##name},
const Original cxx_originals[] = {STALEMATE_REAL_CXX(STALEMATE_ORIGINAL)
                                      STALEMATE_REAL_EXCEPTIONS(STALEMATE_ORIGINAL){nullptr, nullptr}};

}  // namespace stalemate::rt
