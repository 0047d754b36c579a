#include "explore/engine/slab_pool.h"

#include <new>

namespace stalemate::explore {

MemorySource default_memory() {
  return {[](std::size_t bytes) { return ::operator new(bytes); },
          [](void* memory, std::size_t bytes) { ::operator delete(memory, bytes); }};
}

}  // namespace stalemate::explore
