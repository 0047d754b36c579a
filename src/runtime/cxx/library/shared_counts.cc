// Exceptions that threads share (std::exception_ptr): their users are counted in the C++ library, where the
// counter is not observed. Each time that a user leaves while there are others, or after others have left, is
// a step, as an atomic operation of the program would be, and releases what it did; the last user acquires
// all of that, and destroys the exception. libstdc++ and libc++ name the same things differently; names that
// a program's library does not have are null.
#include <cstddef>
#include <cstdint>

#include "model/wire/op_kind.h"
#include "runtime/core/state.h"
#include "runtime/heap/heap.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/races/races.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/virtual_clock.h"

using namespace stalemate;
using namespace stalemate::rt;

// std::current_exception(): one user more.
extern "C" __attribute__((weak)) void stalemate_rt_current_exception(void** result) asm(
    "_ZSt17current_exceptionv");
// Begins with the header of the exception that was caught last.
extern "C" __attribute__((weak)) void* stalemate_rt_exceptions() asm("__cxa_get_globals");

namespace {

using Drop = void (*)(void*);

// std::exception_ptr::_M_release(), whose object is a pointer to the exception.
constexpr char kRelease[] = "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv";
constexpr char kDecrement[] = "__cxa_decrement_exception_refcount";

// The number of users, which lies before the exception (Itanium C++ ABI).
struct Libstdcxx {
  using Count = std::int32_t;
  static constexpr std::size_t kCountBefore = 128, kHandlersAt = 40;
  static constexpr bool kDropsByPointer = true;
};
struct Libcxx {
  using Count = std::int64_t;
  static constexpr std::size_t kCountBefore = 120, kHandlersAt = 56;
  static constexpr bool kDropsByPointer = false;
};

// A user leaves.
template <class Library>
void leave(const void* exception, std::uintptr_t pc) {
  if (!g.active || exception == nullptr) return;
  using Count = typename Library::Count;
  const auto* users =
      reinterpret_cast<const Count*>(static_cast<const char*>(exception) - Library::kCountBefore);
  SyncObject* shared = object_at(users);
  if (*users <= 1 && shared->count == 0) return;  // it has always had this one
  const auto address = reinterpret_cast<std::uintptr_t>(users);
  if (private_atomics_are_on && is_private_atomic(address, sizeof(Count), pc)) {
    log_private_atomic(address, sizeof(Count), true, pc);
  } else {
    announce(OpKind::kRmw, address, pc);
    pass_enabled();
    if (private_atomics_are_on) note_step_on(address, sizeof(Count));
    log_bytes(OpKind::kRmw, sizeof(Count));
    carry_time(users, true);
  }
  shared->count = 1;
  *users <= 1 ? acquire_from(shared) : release_to(shared);
}

// Whether the handler that ends is the last one for its exception in this thread. Each thread, and each
// rethrown exception, has a header of its own.
template <class Library>
bool is_last_handler() {
  const char* const header = *static_cast<const char* const*>(stalemate_rt_exceptions());
  return header != nullptr && *reinterpret_cast<const int*>(header + Library::kHandlersAt) == 1;
}

template <class Library>
void leave_handler(Drop drop_own, std::uintptr_t pc) {
  if (!is_last_handler<Library>()) return;
  void* exception = nullptr;
  stalemate_rt_current_exception(&exception);  // we become a user, to know the exception
  if (exception == nullptr) return;
  void* const same = exception;
  drop_own(Library::kDropsByPointer ? static_cast<void*>(&exception) : exception);
  leave<Library>(same, pc);
}

}  // namespace

STALEMATE_INTERPOSED void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  static const auto library = reinterpret_cast<void* (*)(std::size_t)>(original("__cxa_allocate_exception"));
  allocate_opaquely(true);
  void* exception = library(bytes);
  allocate_opaquely(false);
  return exception;
}

STALEMATE_INTERPOSED void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) noexcept {
  static const auto library = reinterpret_cast<Drop>(original(kRelease));
  leave<Libstdcxx>(*pointer, STALEMATE_CALLER);
  library(pointer);
}

STALEMATE_INTERPOSED void __cxa_decrement_exception_refcount(void* exception) noexcept {
  static const auto library = reinterpret_cast<Drop>(original(kDecrement));
  leave<Libcxx>(exception, STALEMATE_CALLER);
  library(exception);
}

// The end of a handler, which is a user, too.
STALEMATE_INTERPOSED void __cxa_end_catch() {
  static const auto library = reinterpret_cast<void (*)()>(original("__cxa_end_catch"));
  if (g.active && stalemate_rt_current_exception != nullptr && stalemate_rt_exceptions != nullptr) {
    static const auto release = reinterpret_cast<Drop>(original(kRelease));
    static const auto decrement = reinterpret_cast<Drop>(original(kDecrement));
    if (release != nullptr)
      leave_handler<Libstdcxx>(release, STALEMATE_CALLER);
    else if (decrement != nullptr)
      leave_handler<Libcxx>(decrement, STALEMATE_CALLER);
  }
  library();
}
