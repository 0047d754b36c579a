// Objects whose users are counted in the C++ library, where the counter is not observed: exceptions that
// threads share (std::exception_ptr), and libc++'s block of the last std::weak_ptr. These functions add the
// order that the counter gives. libstdc++ and libc++ name the same things differently; names that a program's
// library does not have are null.
#include <cstddef>

#include "runtime/core/state.h"
#include "runtime/heap/heap.h"
#include "runtime/platform/originals.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate::rt;

namespace {

using Drop = void (*)(void*);

// std::exception_ptr::_M_release(), whose object is a pointer to the exception.
constexpr char kRelease[] = "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv";
constexpr char kDecrement[] = "__cxa_decrement_exception_refcount";
constexpr char kReleaseWeak[] = "_ZNSt3__119__shared_weak_count14__release_weakEv";

// A user leaves: the counter is decremented, and the last user destroys what all have accessed.
void leave(void* shared) {
  if (!g.active || shared == nullptr) return;
  SyncObject* users = object_at(shared);
  acquire_from(users);
  release_to(users);
}

}  // namespace

// std::current_exception(): one user more.
extern "C" __attribute__((weak)) void stalemate_rt_current_exception(void** result) asm(
    "_ZSt17current_exceptionv");

STALEMATE_INTERPOSED void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  static const auto library = reinterpret_cast<void* (*)(std::size_t)>(original("__cxa_allocate_exception"));
  allocate_opaquely(true);
  void* exception = library(bytes);
  allocate_opaquely(false);
  return exception;
}

STALEMATE_INTERPOSED void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) noexcept {
  static const auto library = reinterpret_cast<Drop>(original(kRelease));
  leave(*pointer);
  library(pointer);
}

STALEMATE_INTERPOSED void __cxa_decrement_exception_refcount(void* exception) noexcept {
  static const auto library = reinterpret_cast<Drop>(original(kDecrement));
  leave(exception);
  library(exception);
}

// std::__shared_weak_count::__release_weak(), for shared and weak pointers alike.
STALEMATE_INTERPOSED void _ZNSt3__119__shared_weak_count14__release_weakEv(void* count) noexcept {
  static const auto library = reinterpret_cast<Drop>(original(kReleaseWeak));
  leave(count);
  library(count);
}

// The end of a handler, which is a user, too. To know the exception we become a user temporarily.
STALEMATE_INTERPOSED void __cxa_end_catch() {
  static const auto library = reinterpret_cast<void (*)()>(original("__cxa_end_catch"));
  if (g.active && racing.now != 0 && stalemate_rt_current_exception != nullptr) {
    void* exception = nullptr;
    stalemate_rt_current_exception(&exception);
    static const auto release = reinterpret_cast<Drop>(original(kRelease));
    if (exception != nullptr && release != nullptr)
      _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(&exception);
    else if (exception != nullptr)
      __cxa_decrement_exception_refcount(exception);
  }
  library();
}
