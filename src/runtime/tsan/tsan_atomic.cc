// Atomic operations: the compiler's instrumentation leaves them to us. Each is a step (S1) whatever its
// memory order, unless only one thread uses its memory (private_atomics.h); the search is sequentially
// consistent (S14). Fences are not steps. In an execution one kernel thread runs at a time, so the operation
// itself need not be atomic; outside, it is.
#include <cstdint>

#include "runtime/awaits/awaits.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/races/races.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/fairness.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/scheduler/virtual_clock.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

using A8 = std::uint8_t;
using A16 = std::uint16_t;
using A32 = std::uint32_t;
using A64 = std::uint64_t;
__extension__ using A128 = unsigned __int128;

// An operation that may find that it has to be tried again, as a hook with its arguments.
struct Attempt {
  HookKind kind = HookKind::kNone;
  std::uint64_t first = 0, second = 0;
};

template <class T>
void pass_attempt(const volatile T* object, const Attempt& attempt) {
  if (sizeof(T) > 8 || !awaits_are_on || attempt.kind == HookKind::kNone) return pass_enabled();
  pass(nullptr, await_begins({attempt.kind, sizeof(T)}, object, attempt.first, attempt.second));
  await_ends();
}

// Whether the operation that the running thread has entered is a step.
template <class T>
bool is_step(const volatile T* object, std::uintptr_t pc) {
  if (!private_atomics_are_on) [[likely]]
    return true;
  if (may_be_disturbed(g.current)) give_up_private_atomics();
  if (!is_private_atomic(reinterpret_cast<std::uintptr_t>(object), sizeof(T), pc)) return true;
  stalemate_rt_entered = {};
  return false;
}

// The end of an operation that is no step: it has read its object, or changes it.
template <class T>
void look_private(const volatile T* object, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  log_private_atomic(address, sizeof(T), false, pc);
  note_private_look(pc, address, static_cast<std::uint64_t>(*object));
}
template <class T>
void set_private(volatile T* object, T value, std::uintptr_t pc) {
  log_private_atomic(reinterpret_cast<std::uintptr_t>(object), sizeof(T), true, pc);
  if (g.current->next_look != 0) forget_looks(g.current);
  *object = value;
}

template <class T>
void step(OpKind op, const volatile T* object, std::uintptr_t pc, const Attempt& attempt = {}) {
  announce(op, reinterpret_cast<std::uint64_t>(object), pc);
  pass_attempt(object, attempt);
  stalemate_rt_entered = {};  // a pointer that is left there would keep a block from being lost
  if (private_atomics_are_on) [[unlikely]]
    note_step_on(reinterpret_cast<std::uintptr_t>(object), sizeof(T));
  log_bytes(op, sizeof(T), logged_value(static_cast<std::uint64_t>(*object)));
  if (g.traced && (op == OpKind::kRmw || op == OpKind::kCas || op == OpKind::kRetry)) [[unlikely]]
    note_detail(static_cast<std::uint64_t>(*object), sizeof(T));
  carry_time(object, op != OpKind::kLoad && op != OpKind::kRetry);
}

template <class T>
void track(const volatile T* object, bool write) {
  if (racing.tracked) [[unlikely]]
    track_access(reinterpret_cast<std::uintptr_t>(object), sizeof(T), write);
}

template <class T>
T loaded(const volatile T* from, int order, std::uintptr_t pc) {
  account_atomic(from, sizeof(T), AtomicAccess::kLoad, order, pc);
  const T value = *from;
  track(from, false);
  return value;
}

// A load that may be a step together with a compare-and-swap, or the beginning of a try. In a function of its
// own: what it leaves on the stack must not tell rounds of a loop apart where nothing awaits.
template <class T>
[[gnu::noinline]] T load_with_awaits(const volatile T* from, int order, std::uintptr_t pc) {
  constexpr Hook kHook{HookKind::kLoad, sizeof(T)};
  Retry retry;
  const bool may_swap = retry_begins(kHook, from, order, retry);
  const bool begins = !may_swap && tries_are_on && load_begins(kHook, from, order);
  step(may_swap ? OpKind::kRetry : OpKind::kLoad, from, pc, {HookKind::kLoad});
  const T value = loaded(from, order, pc);
  if (begins) load_has_read(static_cast<std::uint64_t>(value));
  note_look(pc, from, static_cast<std::uint64_t>(value));
  if (!may_swap || !retry_has_read(retry, static_cast<std::uint64_t>(value)))
    note_detail(static_cast<std::uint64_t>(value), sizeof(T));
  return value;
}

template <class T>
T load(const volatile T* from, int order, std::uintptr_t pc) {
  const bool steps = is_step(from, pc);
  if (steps && sizeof(T) <= 8 && awaits_are_on) return load_with_awaits(from, order, pc);
  if (steps) step(OpKind::kLoad, from, pc, {HookKind::kLoad});
  const T value = loaded(from, order, pc);
  if (!steps) {
    look_private(from, pc);
    return value;
  }
  note_look(pc, from, static_cast<std::uint64_t>(value));
  note_detail(static_cast<std::uint64_t>(value), sizeof(T));
  return value;
}

template <class T>
void store(volatile T* to, T value, int order, std::uintptr_t pc) {
  const bool steps = is_step(to, pc);
  if (steps) step(OpKind::kStore, to, pc);
  account_atomic(to, sizeof(T), AtomicAccess::kStore, order, pc);
  track(to, true);
  if (!steps) return set_private(to, value, pc);
  *to = value;
  log_stored_value(static_cast<std::uint64_t>(value));
  note_detail(static_cast<std::uint64_t>(value), sizeof(T));
}

template <class T, class Change>
T modify(volatile T* object, int order, std::uintptr_t pc, const Attempt& attempt, Change change) {
  const bool steps = is_step(object, pc);
  if (steps) step(OpKind::kRmw, object, pc, attempt);
  account_atomic(object, sizeof(T), AtomicAccess::kModify, order, pc);
  const T old = *object;
  const T wanted = change(old);
  track(object, wanted != old);
  if (!steps) {
    wanted == old ? look_private(object, pc) : set_private(object, wanted, pc);
    return old;
  }
  if (wanted == old)  // such as a flag that is already set
    note_look(pc, object, static_cast<std::uint64_t>(old));
  else
    forget_looks(g.current);
  *object = wanted;
  log_stored_value(static_cast<std::uint64_t>(wanted));
  note_detail(static_cast<std::uint64_t>(wanted), sizeof(T));
  return old;
}

struct Swap {
  bool weak;
  int success, failure;  // memory orders
  void* stores_to;       // what was there, if it fails; nullptr: it is returned
};

// Whether the value was as expected, and was swapped; `old` is the value before. A weak one may still fail.
template <class T>
bool swap_if(volatile T* object, T expected, T desired, const Swap& how, T& old, std::uintptr_t pc) {
  const bool by_value = how.stores_to == nullptr;
  Attempt attempt{
      by_value ? HookKind::kCasValue : HookKind::kCas,
      by_value ? static_cast<std::uint64_t>(expected) : reinterpret_cast<std::uint64_t>(how.stores_to),
      static_cast<std::uint64_t>(desired)};
  if (how.weak && g.channel->config.weak_cas != 0)
    attempt.kind = HookKind::kNone;  // it may fail for no reason
  bool steps = true;
  if (g.current->swaps_at.stack != 0 && is_second_part()) [[unlikely]] {
    g.current->swaps_at = {};
    carry_time(object, true);
  } else if (!is_step(object, pc)) {
    steps = false;
  } else {
    step(OpKind::kCas, object, pc, attempt);
    log_expected(OpKind::kCas, static_cast<std::uint64_t>(expected));
  }
  old = *object;
  const bool swaps = old == expected && !(how.weak && weak_swap_fails(OpKind::kCas));
  account_atomic(object, sizeof(T), swaps ? AtomicAccess::kModify : AtomicAccess::kLoad,
                 swaps ? how.success : how.failure, pc);
  track(object, swaps);
  if (!steps) {
    swaps ? set_private(object, desired, pc) : look_private(object, pc);
    return swaps;
  }
  if (!swaps) note_look(pc, object, static_cast<std::uint64_t>(old));
  if (swaps) {
    forget_looks(g.current);
    *object = desired;
    log_stored_value(static_cast<std::uint64_t>(desired));
    note_value(1);
  }
  note_detail(static_cast<std::uint64_t>(*object), sizeof(T));
  return swaps;
}

// Outside an execution. Sixteen bytes need cmpxchg16b, which the builtins for orders do not guarantee.
template <class T>
struct Plain {
  static T load(const volatile T* p) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }
  static void store(volatile T* p, T v) { __atomic_store_n(p, v, __ATOMIC_SEQ_CST); }
  static T swap_if(volatile T* p, T expected, T desired) {
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
  }
  template <class Change>
  static T modify(volatile T* p, Change change) {
    T old = load(p);
    while (!__atomic_compare_exchange_n(p, &old, change(old), true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
  }
};

template <>
struct Plain<A128> {
  static A128 swap_if(volatile A128* p, A128 expected, A128 desired) {
    return __sync_val_compare_and_swap(p, expected, desired);
  }
  static A128 load(const volatile A128* p) { return swap_if(const_cast<volatile A128*>(p), 0, 0); }
  template <class Change>
  static A128 modify(volatile A128* p, Change change) {
    A128 old = load(p);
    for (A128 seen; (seen = swap_if(p, old, change(old))) != old;) old = seen;
    return old;
  }
  static void store(volatile A128* p, A128 v) {
    modify(p, [v](A128) { return v; });
  }
};

}  // namespace

// Each operation that may await begins by noting the program's registers, which it will continue with.
#define STALEMATE_ENTER                          \
  "movq %rsp, stalemate_rt_entered(%rip)\n\t"    \
  "movq %rbx, stalemate_rt_entered+8(%rip)\n\t"  \
  "movq %rbp, stalemate_rt_entered+16(%rip)\n\t" \
  "movq %r12, stalemate_rt_entered+24(%rip)\n\t" \
  "movq %r13, stalemate_rt_entered+32(%rip)\n\t" \
  "movq %r14, stalemate_rt_entered+40(%rip)\n\t" \
  "movq %r15, stalemate_rt_entered+48(%rip)\n\t"
#define STALEMATE_ENTRY(name, result, types)                               \
  extern "C" result stalemate_rt_##name types;                             \
  STALEMATE_INTERPOSED __attribute__((naked)) result __tsan_##name types { \
    asm volatile(STALEMATE_ENTER "jmp stalemate_rt_" #name);               \
  }

#define STALEMATE_FETCH(bits, name, hook, expression)                                                     \
  STALEMATE_ENTRY(atomic##bits##_##name, A##bits, (volatile A##bits*, A##bits, int))                      \
  extern "C" A##bits stalemate_rt_atomic##bits##_##name(volatile A##bits* object, A##bits v, int order) { \
    auto change = [v](A##bits old) { return static_cast<A##bits>(expression); };                          \
    const Attempt attempt{HookKind::hook, static_cast<std::uint64_t>(v)};                                 \
    return g.active ? modify(object, order, STALEMATE_CALLER, attempt, change)                            \
                    : Plain<A##bits>::modify(object, change);                                             \
  }

#define STALEMATE_SWAP_IF(bits, strength, weak)                                                              \
  STALEMATE_ENTRY(atomic##bits##_compare_exchange_##strength, int,                                           \
                  (volatile A##bits*, A##bits*, A##bits, int, int))                                          \
  extern "C" int stalemate_rt_atomic##bits##_compare_exchange_##strength(                                    \
      volatile A##bits* object, A##bits* expected, A##bits desired, int success, int failure) {              \
    const A##bits wanted = *expected;                                                                        \
    A##bits old;                                                                                             \
    bool swapped;                                                                                            \
    if (g.active) {                                                                                          \
      swapped = swap_if(object, wanted, desired, {weak, success, failure, expected}, old, STALEMATE_CALLER); \
    } else {                                                                                                 \
      old = Plain<A##bits>::swap_if(object, wanted, desired);                                                \
      swapped = old == wanted;                                                                               \
    }                                                                                                        \
    if (swapped) return 1;                                                                                   \
    *expected = old;                                                                                         \
    return 0;                                                                                                \
  }

#define STALEMATE_ATOMIC(bits)                                                                        \
  STALEMATE_ENTRY(atomic##bits##_load, A##bits, (const volatile A##bits*, int))                       \
  extern "C" A##bits stalemate_rt_atomic##bits##_load(const volatile A##bits* from, int order) {      \
    return g.active ? load(from, order, STALEMATE_CALLER) : Plain<A##bits>::load(from);               \
  }                                                                                                   \
  STALEMATE_INTERPOSED void __tsan_atomic##bits##_store(volatile A##bits* to, A##bits v, int order) { \
    if (g.active)                                                                                     \
      store(to, v, order, STALEMATE_CALLER);                                                          \
    else                                                                                              \
      Plain<A##bits>::store(to, v);                                                                   \
  }                                                                                                   \
  STALEMATE_ENTRY(atomic##bits##_compare_exchange_val, A##bits,                                       \
                  (volatile A##bits*, A##bits, A##bits, int, int))                                    \
  extern "C" A##bits stalemate_rt_atomic##bits##_compare_exchange_val(                                \
      volatile A##bits* object, A##bits expected, A##bits desired, int success, int failure) {        \
    if (!g.active) return Plain<A##bits>::swap_if(object, expected, desired);                         \
    A##bits old;                                                                                      \
    swap_if(object, expected, desired, {false, success, failure, nullptr}, old, STALEMATE_CALLER);    \
    return old;                                                                                       \
  }                                                                                                   \
  STALEMATE_SWAP_IF(bits, strong, false)                                                              \
  STALEMATE_SWAP_IF(bits, weak, true)                                                                 \
  STALEMATE_FETCH(bits, exchange, kExchange, (static_cast<void>(old), v))                             \
  STALEMATE_FETCH(bits, fetch_add, kFetchAdd, old + v)                                                \
  STALEMATE_FETCH(bits, fetch_sub, kFetchSub, old - v)                                                \
  STALEMATE_FETCH(bits, fetch_and, kFetchAnd, old& v)                                                 \
  STALEMATE_FETCH(bits, fetch_or, kFetchOr, old | v)                                                  \
  STALEMATE_FETCH(bits, fetch_xor, kFetchXor, old ^ v)                                                \
  STALEMATE_FETCH(bits, fetch_nand, kFetchNand, ~(old & v))

STALEMATE_ATOMIC(8)
STALEMATE_ATOMIC(16)
STALEMATE_ATOMIC(32)
STALEMATE_ATOMIC(64)
STALEMATE_ATOMIC(128)

STALEMATE_INTERPOSED void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (racing.now != 0) atomic_fence(Order{order});
}
STALEMATE_INTERPOSED void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
