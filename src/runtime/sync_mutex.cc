// pthread mutexes: normal, recursive, error-checking.
#include "runtime/sync_mutex.h"

#include <cerrno>

#include "runtime/ending.h"
#include "runtime/fiber.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"

namespace stalemate::rt {

void acquire_mutex(SyncObject* mutex, Fiber* owner, std::uintptr_t pc) {
  mutex->owner = owner;
  mutex->depth = 1;
  mutex->acquired_at = pc;
  meet_clock(mutex->clock);
  disable_waiters(mutex);
}

void release_mutex(SyncObject* mutex) {
  mutex->owner = nullptr;
  mutex->depth = 0;
  meet_clock(mutex->clock);
  enable_waiters(mutex);
}

SyncObject* mutex_at(const pthread_mutex_t* mutex) {
  SyncObject* object = object_at(mutex);
  if (object->known) return object;
  object->known = true;
  // Locked before the execution began, by a static initialiser: then it is main's.
  if (mutex->__data.__lock == 0) return object;
  object->owner = first_fiber();
  object->depth = mutex->__data.__count > 1 ? mutex->__data.__count : 1;
  return object;
}

namespace {

// The kind that the initialiser wrote, less the flags for robustness and priorities.
int kind_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind & 3; }

[[noreturn]] void report_foreign_unlock(const SyncObject* object, std::uintptr_t pc) {
  if (object->owner == nullptr) fail(wire::Outcome::kMisuse, pc, "unlock of a mutex that is not locked");
  fail(wire::Outcome::kMisuse, pc, "unlock of a mutex that another thread holds");
}

}  // namespace

}  // namespace stalemate::rt

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  const int result = real().pthread_mutex_init(mutex, attributes);
  if (g.active) forget_object(mutex);
  return result;
}

STALEMATE_INTERPOSED int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_destroy(mutex);
  const SyncObject* object = mutex_at(mutex);
  if (object->owner != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER, "a mutex is destroyed while it is locked");
  forget_object(mutex);
  return 0;
}

STALEMATE_INTERPOSED int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_lock(mutex);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = mutex_at(mutex);
  Fiber* self = g.current;
  const bool again = object->owner == self && kind_of(mutex) != PTHREAD_MUTEX_NORMAL;
  announce(OpKind::kLock, reinterpret_cast<std::uint64_t>(mutex), pc);
  pass(object, object->owner == nullptr || again);
  if (!again) {
    acquire_mutex(object, self, pc);
    return 0;
  }
  if (kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE) return EDEADLK;
  ++object->depth;
  return 0;
}

STALEMATE_INTERPOSED int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_trylock(mutex);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = mutex_at(mutex);
  announce(OpKind::kTryLock, reinterpret_cast<std::uint64_t>(mutex), pc);
  pass_enabled();
  meet_clock(object->clock);
  if (object->owner == g.current && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    ++object->depth;
  } else if (object->owner == nullptr) {
    acquire_mutex(object, g.current, pc);
  } else {
    return EBUSY;
  }
  note_value(1);
  return 0;
}

STALEMATE_INTERPOSED int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_mutex_unlock(mutex);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = mutex_at(mutex);
  announce(OpKind::kUnlock, reinterpret_cast<std::uint64_t>(mutex), pc);
  pass_enabled();
  if (object->owner != g.current) {
    if (kind_of(mutex) == PTHREAD_MUTEX_NORMAL) report_foreign_unlock(object, pc);
    return EPERM;  // the other kinds tell the program
  }
  if (--object->depth == 0) release_mutex(object);
  return 0;
}
