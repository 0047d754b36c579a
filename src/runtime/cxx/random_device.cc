// std::random_device reads the processor's generator directly; its library function is replaced.
#include <random>

#include "runtime/randomness.h"
#include "runtime/state.h"

#include <dlfcn.h>

namespace stalemate::rt {

using Original = unsigned (*)(void*);

}  // namespace stalemate::rt

// unsigned std::random_device::_M_getval()
extern "C" __attribute__((visibility("default"))) unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  using namespace stalemate::rt;
  if (g.active) return static_cast<unsigned>(next_device_number());
  const auto original = reinterpret_cast<Original>(dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv"));
  return original(device);
}
