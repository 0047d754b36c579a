// std::random_device reads the processor's generator directly; its library function is replaced.
#include "runtime/core/random_device.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

// unsigned std::random_device::_M_getval()
STALEMATE_INTERPOSED unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  if (g.active) return static_cast<unsigned>(next_device_number());
  using Library = unsigned (*)(void*);
  if (const auto library = reinterpret_cast<Library>(original("_ZNSt13random_device9_M_getvalEv")))
    return library(device);
  unsigned number = 0;  // its library is linked into the program, and replaced there
  real().getrandom(&number, sizeof number, 0);
  return number;
}
