// Atomic operations on sizes that the processor has no instruction for: the compiler calls its support
// library instead of instrumenting them. They are ordinary steps; in an execution nothing interrupts them.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/fairness.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/virtual_clock.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

template <class F>
F library(F, const char* name) {
  return reinterpret_cast<F>(original(name));
}

// For programs that work without the library because we have its functions.
class OneAtATime {
 public:
  OneAtATime() {
    while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) real().sched_yield();
  }
  ~OneAtATime() { __atomic_clear(&taken, __ATOMIC_RELEASE); }
  OneAtATime(const OneAtATime&) = delete;
  OneAtATime& operator=(const OneAtATime&) = delete;

 private:
  static bool taken;
};
bool OneAtATime::taken = false;

void step(OpKind op, const void* object, std::size_t bytes, std::uintptr_t pc) {
  announce(op, reinterpret_cast<std::uint64_t>(object), pc);
  pass_enabled();
  if (private_atomics_are_on) note_step_on(reinterpret_cast<std::uintptr_t>(object), bytes);
  log_bytes(op, bytes);
  carry_time(object, op != OpKind::kLoad);
}

}  // namespace

// Under other names, because the compiler knows these functions and checks their types.
STALEMATE_INTERPOSED void stalemate_rt_load(std::size_t, const void*, void*, int) asm("__atomic_load");
STALEMATE_INTERPOSED void stalemate_rt_store(std::size_t, void*, const void*, int) asm("__atomic_store");
STALEMATE_INTERPOSED void stalemate_rt_exchange(std::size_t, void*, const void*, void*,
                                                int) asm("__atomic_exchange");
STALEMATE_INTERPOSED bool stalemate_rt_swap_if(std::size_t, void*, void*, const void*, int,
                                               int) asm("__atomic_compare_exchange");

void stalemate_rt_load(std::size_t bytes, const void* from, void* to, int order) {
  if (!g.active) {
    if (auto* load = library(&stalemate_rt_load, "__atomic_load")) return load(bytes, from, to, order);
    const OneAtATime alone;
    std::memcpy(to, from, bytes);
    return;
  }
  step(OpKind::kLoad, from, bytes, STALEMATE_CALLER);
  account_atomic(from, bytes, AtomicAccess::kLoad, order, STALEMATE_CALLER);
  std::memcpy(to, from, bytes);
}

void stalemate_rt_store(std::size_t bytes, void* to, const void* from, int order) {
  if (!g.active) {
    if (auto* store = library(&stalemate_rt_store, "__atomic_store")) return store(bytes, to, from, order);
    const OneAtATime alone;
    std::memcpy(to, from, bytes);
    return;
  }
  step(OpKind::kStore, to, bytes, STALEMATE_CALLER);
  account_atomic(to, bytes, AtomicAccess::kStore, order, STALEMATE_CALLER);
  std::memcpy(to, from, bytes);
}

void stalemate_rt_exchange(std::size_t bytes, void* object, const void* desired, void* old, int order) {
  const auto exchange = [&] {
    std::memcpy(old, object, bytes);
    std::memcpy(object, desired, bytes);
  };
  if (!g.active) {
    if (auto* library_exchange = library(&stalemate_rt_exchange, "__atomic_exchange"))
      return library_exchange(bytes, object, desired, old, order);
    const OneAtATime alone;
    return exchange();
  }
  step(OpKind::kRmw, object, bytes, STALEMATE_CALLER);
  account_atomic(object, bytes, AtomicAccess::kModify, order, STALEMATE_CALLER);
  forget_looks(g.current);
  exchange();
}

bool stalemate_rt_swap_if(std::size_t bytes, void* object, void* expected, const void* desired, int success,
                          int failure) {
  const auto swap = [&] {
    const bool equal = std::memcmp(object, expected, bytes) == 0;
    std::memcpy(equal ? object : expected, equal ? desired : object, bytes);
    return equal;
  };
  if (!g.active) {
    if (auto* library_swap = library(&stalemate_rt_swap_if, "__atomic_compare_exchange"))
      return library_swap(bytes, object, expected, desired, success, failure);
    const OneAtATime alone;
    return swap();
  }
  step(OpKind::kCas, object, bytes, STALEMATE_CALLER);
  const bool swaps = std::memcmp(object, expected, bytes) == 0;
  account_atomic(object, bytes, swaps ? AtomicAccess::kModify : AtomicAccess::kLoad,
                 swaps ? success : failure, STALEMATE_CALLER);
  if (!swap()) return false;
  note_value(1);
  return true;
}
