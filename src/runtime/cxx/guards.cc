// What C++ initialises once. Static locals: `static T x = …;` inside a function is "once" with a guard
// variable (Itanium C++ ABI): the first byte is set when it is initialised, the second while a thread
// initialises it. And std::call_once of libc++, which looks at its flag in a header, and does the rest in the
// library. That of libstdc++ calls pthread_once.
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

// void std::__call_once(volatile unsigned long& flag, void* argument, void (*initialise)(void*))
STALEMATE_INTERPOSED void _ZNSt3__111__call_onceERVmPvPFvS2_E(volatile std::uint64_t* flag, void* argument,
                                                              void (*initialise)(void*)) {
  constexpr std::uint64_t kComplete = ~std::uint64_t{0};
  static const auto original =
      next<void (*)(volatile std::uint64_t*, void*, void (*)(void*))>("_ZNSt3__111__call_onceERVmPvPFvS2_E");
  if (!g.active) return original(flag, argument, initialise);
  void* const once = const_cast<std::uint64_t*>(flag);
  if (!begin_once(once, *flag == kComplete, STALEMATE_CALLER)) return;
  if (*flag != kComplete) stalemate_rt_call_once(once, initialise, argument);
  end_once(once, true, STALEMATE_CALLER);
  *flag = kComplete;
}
