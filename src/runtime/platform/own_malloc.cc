#include "runtime/platform/own_malloc.h"

#include <cstddef>
#include <cstdlib>

#include "runtime/platform/originals.h"

extern "C" void* stalemate_rt_malloc(std::size_t bytes);

namespace stalemate::rt {

bool program_has_own_malloc() {
  const auto ours = reinterpret_cast<const void*>(&stalemate_rt_malloc);
  const void* const used = used_by_libraries("malloc");
  return reinterpret_cast<const void*>(&::malloc) != ours || (used != nullptr && used != ours);
}

}  // namespace stalemate::rt
