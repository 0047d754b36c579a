// pthread mutexes: normal, adaptive, recursive, error-checking; each of them robust if requested.
#include "runtime/pthread/sync_mutex.h"

#include <cerrno>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/virtual_clock.h"

namespace stalemate::rt {

namespace {

std::uint64_t name(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

// The kind that the initialiser wrote, without the flags for robustness and priorities.
int kind_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind & 3; }

// Kinds that know their owner: locking one's own mutex fails, or counts, instead of blocking for ever.
bool knows_owner(const pthread_mutex_t* mutex) {
  return kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE || kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK;
}

// The caller already holds it, and the kind knows its owner.
int lock_again(const pthread_mutex_t* mutex, SyncObject* object, OpKind op, std::uintptr_t pc) {
  if (kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE)
    log_effect(op, 1, mutex);
  else
    log_opaque();
  pass_enabled();
  check_use(mutex, "mutex", pc);
  if (kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE) return EDEADLK;
  ++object->depth;
  return 0;
}

// PTHREAD_MUTEX_PSHARED_BIT, libc's own name.
constexpr int kProcessShared = 128;

// libc's mark of a destroyed mutex; an object built in its place overwrites it.
constexpr int kDestroyed = -1;

void check_not_destroyed(const pthread_mutex_t* mutex, std::uintptr_t pc) {
  if (mutex->__data.__kind == kDestroyed)
    fail(wire::Outcome::kMisuse, pc, "a mutex is used after it was destroyed");
}

}  // namespace

bool mutex_is_free(const SyncObject* mutex, const Fiber*) { return mutex->owner == nullptr; }

int acquire_mutex(SyncObject* mutex, Fiber* owner, std::uintptr_t pc) {
  if (mutex->health == MutexHealth::kLost) return ENOTRECOVERABLE;
  mutex->owner = owner;
  mutex->depth = 1;
  mutex->acquired_at = pc;
  meet_clock(mutex->clock);
  acquire_from(mutex);
  access_memory(reinterpret_cast<void*>(mutex->address), true, pc);
  refresh_waiters(mutex);
  if (!mutex->robust) return 0;
  ++owner->robust_held;
  if (mutex->health != MutexHealth::kOrphaned) return 0;
  mutex->health = MutexHealth::kInconsistent;
  return EOWNERDEAD;
}

void release_mutex(SyncObject* mutex, std::uintptr_t pc) {
  if (mutex->robust) {
    --mutex->owner->robust_held;
    if (mutex->health == MutexHealth::kInconsistent) mutex->health = MutexHealth::kLost;
  }
  mutex->owner = nullptr;
  mutex->depth = 0;
  meet_clock(mutex->clock);
  access_memory(reinterpret_cast<void*>(mutex->address), true, pc);
  release_to(mutex);
  refresh_waiters(mutex);
}

SyncObject* mutex_at(const pthread_mutex_t* mutex) {
  refuse_process_shared((mutex->__data.__kind & kProcessShared) != 0, "a mutex shared with a forked process");
  SyncObject* object = object_at(mutex);
  if (object->known) return object;
  object->known = true;
  object->robust = (mutex->__data.__kind & 16) != 0;  // PTHREAD_MUTEX_ROBUST_NORMAL_NP, libc's own name
  // Locked before the execution began, by a static initialiser: then it is main's.
  if (mutex->__data.__lock == 0) return object;
  log_opaque();
  object->owner = first_fiber();
  object->depth = mutex->__data.__count > 1 ? mutex->__data.__count : 1;
  return object;
}

int lock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  SyncObject* object = mutex_at(mutex);
  announce(OpKind::kLock, name(mutex), pc);
  if (object->owner == g.current && knows_owner(mutex)) return lock_again(mutex, object, OpKind::kLock, pc);
  pass_when(object, mutex_is_free);
  check_use(mutex, "mutex", pc);
  check_not_destroyed(mutex, pc);
  return acquire_mutex(object, g.current, pc);
}

int try_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  SyncObject* object = mutex_at(mutex);
  announce(OpKind::kTryLock, name(mutex), pc);
  pass_enabled();
  check_use(mutex, "mutex", pc);
  check_not_destroyed(mutex, pc);
  meet_clock(object->clock);
  int result = 0;
  if (object->owner == g.current && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    ++object->depth;
  } else if (object->owner == nullptr && !try_fails(OpKind::kTryLock)) {
    result = acquire_mutex(object, g.current, pc);
  } else {
    access_memory(mutex, false, pc);
    return EBUSY;
  }
  note_value(result == ENOTRECOVERABLE ? 0 : 1);
  return result;
}

int lock_mutex_until(pthread_mutex_t* mutex, clockid_t clock, const timespec& until, std::uintptr_t pc) {
  if (!can_wait_for(clock)) return EINVAL;
  SyncObject* object = mutex_at(mutex);
  announce(OpKind::kTimedLock, name(mutex), pc);
  if (object->owner == g.current && knows_owner(mutex))
    return lock_again(mutex, object, OpKind::kTimedLock, pc);
  // An invalid deadline matters only to threads that would have to wait: they do not give way.
  if (is_valid(until)) {
    pass_when(object, mutex_is_free, true);
  } else {
    log_opaque();
    pass_enabled();
  }
  check_use(mutex, "mutex", pc);
  check_not_destroyed(mutex, pc);
  if (object->owner == nullptr) return acquire_mutex(object, g.current, pc);
  access_memory(mutex, false, pc);
  note_value(1);
  if (!is_valid(until)) return EINVAL;
  reach(virtual_deadline(clock, until));
  return ETIMEDOUT;
}

int unlock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  SyncObject* object = mutex_at(mutex);
  announce(OpKind::kUnlock, name(mutex), pc);
  pass_enabled();
  check_use(mutex, "mutex", pc);
  if (object->owner != g.current) {
    if (knows_owner(mutex)) {  // they report it to the program
      log_opaque();
      return EPERM;
    }
    if (object->owner == nullptr) fail(wire::Outcome::kMisuse, pc, "unlock of a mutex that is not locked");
    fail(wire::Outcome::kMisuse, pc, "unlock of a mutex that another thread holds");
  }
  if (--object->depth == 0) release_mutex(object, pc);
  return 0;
}

void leave_robust_mutexes(Fiber* owner) {
  if (owner->robust_held != 0) log_opaque();
  for (std::uint32_t i = 0; owner->robust_held != 0; ++i) {
    SyncObject* object = object_by_number(i);
    if (!object->robust || object->owner != owner) continue;
    --owner->robust_held;
    object->owner = nullptr;
    object->depth = 0;
    object->health = MutexHealth::kOrphaned;
    meet_clock(object->clock);
    refresh_waiters(object);
  }
}

int destroy_mutex(pthread_mutex_t* mutex, std::uintptr_t pc) {
  check_use(mutex, "mutex", pc);
  const SyncObject* object = mutex_at(mutex);
  if (object->owner != nullptr) fail(wire::Outcome::kMisuse, pc, "a mutex is destroyed while it is locked");
  if (object->waiters != nullptr)
    fail(wire::Outcome::kMisuse, pc, "a mutex is destroyed while another thread is about to lock it");
  forget_object(mutex);
  mutex->__data.__kind = kDestroyed;
  return 0;
}

}  // namespace stalemate::rt

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  const int result = real().pthread_mutex_init(mutex, attributes);
  if (g.active) forget_object(mutex);
  return result;
}

// Not a step: it changes what only the caller, which holds the mutex, reads.
STALEMATE_INTERPOSED int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_consistent(mutex);
  SyncObject* object = mutex_at(mutex);
  if (object->health != MutexHealth::kInconsistent || object->owner != g.current) return EINVAL;
  object->health = MutexHealth::kSound;
  return 0;
}

STALEMATE_INTERPOSED int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_destroy(mutex);
  return destroy_mutex(mutex, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_lock(mutex);
  return lock_mutex(mutex, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_trylock(mutex);
  return try_mutex(mutex, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  if (!g.active) return real().pthread_mutex_timedlock(mutex, until);
  return lock_mutex_until(mutex, CLOCK_REALTIME, *until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                                 const timespec* until) {
  if (!g.active) return real().pthread_mutex_clocklock(mutex, clock, until);
  return lock_mutex_until(mutex, clock, *until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_unlock(mutex);
  return unlock_mutex(mutex, STALEMATE_CALLER);
}
