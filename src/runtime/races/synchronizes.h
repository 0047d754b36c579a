// Where the program's operations synchronize (S6): calls into vector_clock.h that cost one comparison while
// races are not detected.
#pragma once

#include "runtime/core/fiber.h"
#include "runtime/heap/heap_faults.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/shadow/shadow.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

// The running thread acquires what was released to the object, or releases to it.
inline void acquire_from(const SyncObject* object) {
  if (racing.now != 0) acquire(object->released);
}
inline void release_to(SyncObject* object) {
  if (racing.now != 0) release(object->released);
}
// Another thread, which is asleep, acquires it.
inline void teach(const Fiber* fiber, const SyncObject* object) {
  if (racing.now != 0) teach_clock(fiber->id, object->released);
}

// A primitive of the program is used: check_use where its step happens, then, between its acquire and its
// release, access_memory. This finds a free that is unordered with the use (S13).
inline void check_use(const volatile void* object, const char* what, std::uintptr_t pc) {
  if (racing.now != 0) check_memory(object, what, pc);
}

enum class AtomicAccess { kLoad, kStore, kModify };

// An atomic operation: it acquires, then accesses, then releases.
inline void account_atomic(const volatile void* object, std::size_t bytes, AtomicAccess what, int order,
                           std::uintptr_t pc) {
  if (racing.now == 0) return;
  VectorClock& clock = object_at(const_cast<const void*>(object))->released;
  if (what != AtomicAccess::kStore) atomic_load(clock, Order{order});
  check_atomic(reinterpret_cast<std::uintptr_t>(object), bytes, what != AtomicAccess::kLoad, pc);
  if (what == AtomicAccess::kStore) atomic_store(clock, Order{order});
  if (what == AtomicAccess::kModify) atomic_rewrite(clock, Order{order});
}

}  // namespace stalemate::rt
