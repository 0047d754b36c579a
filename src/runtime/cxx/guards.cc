// Static locals: `static T x = …;` inside a function is "once" with a guard variable (Itanium C++ ABI): the
// first byte is set when it is initialised, the second while a thread initialises it.
#include <cstdint>

#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/once_call.h"

using namespace stalemate::rt;

namespace {

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(original(name));
}

bool initialised(const std::uint64_t* guard) { return *reinterpret_cast<const unsigned char*>(guard) != 0; }

}  // namespace

STALEMATE_INTERPOSED int __cxa_guard_acquire(std::uint64_t* guard) {
  static const auto original = next<int (*)(std::uint64_t*)>("__cxa_guard_acquire");
  if (!g.active) return original(guard);
  if (initialised(guard)) return 0;
  if (!begin_once(guard, false, STALEMATE_CALLER)) return 0;
  if (!initialised(guard)) return 1;
  end_once(guard, true, STALEMATE_CALLER);
  return 0;
}

STALEMATE_INTERPOSED void __cxa_guard_release(std::uint64_t* guard) noexcept {
  static const auto original = next<void (*)(std::uint64_t*)>("__cxa_guard_release");
  if (!g.active) return original(guard);
  end_once(guard, true, STALEMATE_CALLER);
  *reinterpret_cast<unsigned char*>(guard) = 1;
}

STALEMATE_INTERPOSED void __cxa_guard_abort(std::uint64_t* guard) noexcept {
  static const auto original = next<void (*)(std::uint64_t*)>("__cxa_guard_abort");
  if (!g.active) return original(guard);
  end_once(guard, false, STALEMATE_CALLER);
}
