// Read-write locks. The default kind admits readers while a writer waits, as libc's does. Of the kind that
// prefers writers, a write lock that is not free takes two steps: a try, which queues the writer, and the
// acquisition; so both orders of an arriving reader and writer are explored.
#include <pthread.h>
#include <cerrno>
#include <cstdint>

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

using namespace stalemate;
using namespace stalemate::rt;

namespace {

std::uint64_t name(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

SyncObject* rwlock_at(const pthread_rwlock_t* lock) {
  refuse_process_shared(lock->__data.__shared != 0, "a read-write lock shared with a forked process");
  SyncObject* object = object_at(lock);
  if (object->known) return object;
  object->known = true;
  object->writers_first = lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
  // Locks taken before the execution are main's. Bits 0 to 2 are libc's.
  if (object->writers_first || lock->__data.__cur_writer != 0 || lock->__data.__readers >> 3 != 0)
    log_opaque();
  if (lock->__data.__cur_writer != 0) {
    object->owner = first_fiber();
  } else {
    for (unsigned n = lock->__data.__readers >> 3; n > 0; --n) add_read_hold(object, first_fiber(), 0);
  }
  return object;
}

bool may_read(const SyncObject* lock, const Fiber*) {
  return lock->owner == nullptr && !(lock->writers_first && lock->count != 0);
}

bool may_write(const SyncObject* lock, const Fiber*) {
  return lock->owner == nullptr && lock->readers == nullptr;
}

void take_for_reading(SyncObject* lock, std::uintptr_t pc) {
  carry_time(lock, false);
  acquire_from(lock);
  access_memory(reinterpret_cast<void*>(lock->address), true, pc);
  add_read_hold(lock, g.current, pc);
  refresh_waiters(lock);
}

void take_for_writing(SyncObject* lock, std::uintptr_t pc) {
  carry_time(lock, true);
  acquire_from(lock);
  if (racing.now != 0) acquire(lock->read_released);
  access_memory(reinterpret_cast<void*>(lock->address), true, pc);
  lock->owner = g.current;
  lock->acquired_at = pc;
  refresh_waiters(lock);
}

// Until when a lock call waits; `timed` false: for ever.
struct Patience {
  bool timed = false;
  std::uint64_t deadline = 0;
};

int time_out(const Patience& patience) {
  note_value(1);
  reach(patience.deadline);
  return ETIMEDOUT;
}

int lock_for_reading(pthread_rwlock_t* rwlock, const Patience& patience, std::uintptr_t pc) {
  SyncObject* lock = rwlock_at(rwlock);
  announce(patience.timed ? OpKind::kTimedReadLock : OpKind::kReadLock, name(rwlock), pc);
  if (lock->owner == g.current) {
    log_opaque();
    pass_enabled();
    return EDEADLK;
  }
  pass_when(lock, may_read, patience.timed);
  check_use(rwlock, "read-write lock", pc);
  if (!may_read(lock, g.current)) return time_out(patience);
  take_for_reading(lock, pc);
  return 0;
}

int try_for_writing(SyncObject* lock, std::uint64_t object, bool may_fail, std::uintptr_t pc) {
  announce(OpKind::kTryWriteLock, object, pc);
  pass_enabled();
  check_use(reinterpret_cast<void*>(object), "read-write lock", pc);
  if (!may_write(lock, g.current) || (may_fail && try_fails(OpKind::kTryWriteLock))) return EBUSY;
  take_for_writing(lock, pc);
  note_value(1);
  return 0;
}

int lock_for_writing(pthread_rwlock_t* rwlock, const Patience& patience, std::uintptr_t pc) {
  SyncObject* lock = rwlock_at(rwlock);
  const OpKind op = patience.timed ? OpKind::kTimedWriteLock : OpKind::kWriteLock;
  if (lock->owner == g.current) {
    announce(op, name(rwlock), pc);
    log_opaque();
    pass_enabled();
    return EDEADLK;
  }
  const bool queues = lock->writers_first;
  if (queues) {
    if (try_for_writing(lock, name(rwlock), false, pc) == 0) return 0;
    ++lock->count;
    refresh_waiters(lock);
  }
  announce(op, name(rwlock), pc);
  pass_when(lock, may_write, patience.timed);
  check_use(rwlock, "read-write lock", pc);
  if (queues) --lock->count;
  if (may_write(lock, g.current)) {
    take_for_writing(lock, pc);
    return 0;
  }
  if (queues) refresh_waiters(lock);
  return time_out(patience);
}

void give_back(pthread_rwlock_t* rwlock, std::uintptr_t pc) {
  SyncObject* lock = rwlock_at(rwlock);
  Fiber* self = g.current;
  const bool writes = lock->owner == self || lock->readers == nullptr;
  announce(writes ? OpKind::kWriteUnlock : OpKind::kReadUnlock, name(rwlock), pc);
  pass_enabled();
  check_use(rwlock, "read-write lock", pc);
  access_memory(rwlock, true, pc);
  if (lock->owner == self) {
    lock->owner = nullptr;
    carry_time(lock, true);
    release_to(lock);
  } else if (read_hold_of(lock, self) != nullptr) {
    drop_read_hold(lock, self);
    if (racing.now != 0) release(lock->read_released);
    carry_time(lock, false);
  } else if (lock->owner != nullptr || lock->readers != nullptr) {
    fail(wire::Outcome::kMisuse, pc, "unlock of a read-write lock that only other threads hold");
  } else {
    fail(wire::Outcome::kMisuse, pc, "unlock of a read-write lock that is not locked");
  }
  refresh_waiters(lock);
}

bool is_usable(clockid_t clock, const timespec* until) { return can_wait_for(clock) && is_valid(*until); }

Patience patience_until(clockid_t clock, const timespec* until) {
  return {true, virtual_deadline(clock, *until)};
}

}  // namespace

STALEMATE_INTERPOSED int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  const int result = real().pthread_rwlock_init(lock, attributes);
  if (g.active) forget_object(lock);
  return result;
}

STALEMATE_INTERPOSED int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (!g.active) return real().pthread_rwlock_destroy(lock);
  const SyncObject* object = rwlock_at(lock);
  if (object->owner != nullptr || object->readers != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER, "a read-write lock is destroyed while it is locked");
  if (object->waiters != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER,
         "a read-write lock is destroyed while another thread is about to lock it");
  forget_object(lock);
  return 0;
}

STALEMATE_INTERPOSED int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  if (!g.active) return real().pthread_rwlock_rdlock(lock);
  return lock_for_reading(lock, {}, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  if (!g.active) return real().pthread_rwlock_tryrdlock(lock);
  SyncObject* object = rwlock_at(lock);
  announce(OpKind::kTryReadLock, name(lock), STALEMATE_CALLER);
  pass_enabled();
  check_use(lock, "read-write lock", STALEMATE_CALLER);
  if (!may_read(object, g.current) || try_fails(OpKind::kTryReadLock)) return EBUSY;
  take_for_reading(object, STALEMATE_CALLER);
  note_value(1);
  return 0;
}

STALEMATE_INTERPOSED int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) {
  if (!g.active) return real().pthread_rwlock_timedrdlock(lock, until);
  if (!is_valid(*until)) return EINVAL;
  return lock_for_reading(lock, patience_until(CLOCK_REALTIME, until), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                                    const timespec* until) {
  if (!g.active) return real().pthread_rwlock_clockrdlock(lock, clock, until);
  if (!is_usable(clock, until)) return EINVAL;
  return lock_for_reading(lock, patience_until(clock, until), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  if (!g.active) return real().pthread_rwlock_wrlock(lock);
  return lock_for_writing(lock, {}, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  if (!g.active) return real().pthread_rwlock_trywrlock(lock);
  return try_for_writing(rwlock_at(lock), name(lock), true, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) {
  if (!g.active) return real().pthread_rwlock_timedwrlock(lock, until);
  if (!is_valid(*until)) return EINVAL;
  return lock_for_writing(lock, patience_until(CLOCK_REALTIME, until), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                                    const timespec* until) {
  if (!g.active) return real().pthread_rwlock_clockwrlock(lock, clock, until);
  if (!is_usable(clock, until)) return EINVAL;
  return lock_for_writing(lock, patience_until(clock, until), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (!g.active) return real().pthread_rwlock_unlock(lock);
  give_back(lock, STALEMATE_CALLER);
  return 0;
}
