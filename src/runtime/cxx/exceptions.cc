// Exception objects: threads that share one (std::exception_ptr) count its users in the C++ library, where
// nobody sees them synchronize.
#include <cstddef>

#include "runtime/heap.h"
#include "runtime/real.h"

using namespace stalemate::rt;

STALEMATE_INTERPOSED void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  static const auto library = reinterpret_cast<void* (*)(std::size_t)>(original("__cxa_allocate_exception"));
  allocate_opaquely(true);
  void* exception = library(bytes);
  allocate_opaquely(false);
  return exception;
}
