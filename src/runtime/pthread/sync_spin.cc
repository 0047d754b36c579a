// pthread spin locks. A lock step is enabled while the lock is free, so that no thread ever spins.
#include <pthread.h>
#include <cerrno>
#include <cstdint>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/pthread/sync_mutex.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

std::uint64_t name(const volatile void* object) { return reinterpret_cast<std::uint64_t>(object); }

void* plain(pthread_spinlock_t* lock) { return const_cast<int*>(lock); }

SyncObject* spin_at(pthread_spinlock_t* lock) {
  refuse_shared_memory(lock, "a spin lock shared with a forked process");
  SyncObject* object = object_at(plain(lock));
  if (object->known) return object;
  object->known = true;
  if (*lock > 0) return object;
  log_opaque();
  object->owner = first_fiber();  // locked before the execution began
  object->depth = 1;
  return object;
}

}  // namespace

STALEMATE_INTERPOSED int pthread_spin_init(pthread_spinlock_t* lock, int shared) noexcept {
  const int result = real().pthread_spin_init(lock, shared);
  if (g.active) forget_object(plain(lock));
  return result;
}

STALEMATE_INTERPOSED int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  if (!g.active) return real().pthread_spin_destroy(lock);
  const SyncObject* object = spin_at(lock);
  if (object->owner != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER, "a spin lock is destroyed while it is locked");
  if (object->waiters != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER,
         "a spin lock is destroyed while another thread is about to lock it");
  forget_object(plain(lock));
  return 0;
}

STALEMATE_INTERPOSED int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  if (!g.active) return real().pthread_spin_lock(lock);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = spin_at(lock);
  announce(OpKind::kLock, name(lock), pc);
  pass_when(object, mutex_is_free);
  check_use(lock, "spin lock", pc);
  acquire_mutex(object, g.current, pc);
  return 0;
}

STALEMATE_INTERPOSED int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  if (!g.active) return real().pthread_spin_trylock(lock);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = spin_at(lock);
  announce(OpKind::kTryLock, name(lock), pc);
  pass_enabled();
  check_use(lock, "spin lock", pc);
  meet_clock(object->clock);
  if (object->owner != nullptr || try_fails(OpKind::kTryLock)) return EBUSY;
  acquire_mutex(object, g.current, pc);
  note_value(1);
  return 0;
}

STALEMATE_INTERPOSED int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  if (!g.active) return real().pthread_spin_unlock(lock);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = spin_at(lock);
  announce(OpKind::kUnlock, name(lock), pc);
  pass_enabled();
  check_use(lock, "spin lock", pc);
  if (object->owner == nullptr) fail(wire::Outcome::kMisuse, pc, "unlock of a spin lock that is not locked");
  if (object->owner != g.current)
    fail(wire::Outcome::kMisuse, pc, "unlock of a spin lock that another thread holds");
  release_mutex(object, pc);
  return 0;
}
