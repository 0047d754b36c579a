// POSIX semaphores. The thread that is scheduled first takes a posted unit, so that every order of the
// waiters is explored without a separate choice.
#include <semaphore.h>
#include <cerrno>
#include <climits>
#include <cstdint>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/virtual_clock.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

std::uint64_t name(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

int refuse(int error) {
  errno = error;
  return -1;
}

// Its count before its first step is logged once.
SyncObject* introduced(SyncObject* semaphore) {
  if (!g.effects || semaphore->counted || g.steps == 0) return semaphore;
  log_effect(OpKind::kSemOpen, semaphore->count, reinterpret_cast<void*>(semaphore->address));
  semaphore->counted = true;
  return semaphore;
}

void log_count(SyncObject* semaphore, OpKind after) {
  log_effect(after, semaphore->count);
  semaphore->counted = true;
}

// The program's bytes have the count from sem_init, or from before the execution.
SyncObject* semaphore_at(sem_t* semaphore) {
  SyncObject* object = object_at(semaphore);
  if (has_forked()) [[unlikely]]
    refuse_process_shared(is_named(semaphore), "a named semaphore and a forked process");
  // The effects of other processes are applied when no thread can run, and when they were faster: when they
  // happened is unreliable.
  if (has_forked() && is_process_shared(semaphore)) [[unlikely]]
    log_opaque();
  if (object->known) return introduced(object);
  object->known = object->is_semaphore = true;
  int value = 0;
  if (!has_forked() || !is_process_shared(semaphore)) real().sem_getvalue(semaphore, &value);
  object->count = static_cast<std::uint32_t>(value);
  if (object->counted && object->count != object->count_before) log_opaque();
  return introduced(object);
}

// Whether it is available now, or in time, depends on the other process: no execution would try both.
void refuse_to_try(const sem_t* semaphore) {
  refuse_process_shared(is_process_shared(semaphore),
                        "a semaphore that is tried, shared with a forked process");
}

bool is_positive(const SyncObject* semaphore, const Fiber*) { return semaphore->count != 0; }

// False: another process was faster.
bool take_one(SyncObject* semaphore, OpKind op, std::uintptr_t pc) {
  auto* own = reinterpret_cast<sem_t*>(semaphore->address);
  if (is_process_shared(own) && real().sem_trywait(own) != 0) {
    semaphore->count = 0;
    return false;
  }
  --semaphore->count;
  log_count(semaphore, op);
  meet_clock(semaphore->clock);
  acquire_from(semaphore);
  access_memory(reinterpret_cast<void*>(semaphore->address), true, pc);
  refresh_waiters(semaphore);
  return true;
}

int wait_until(sem_t* sem, clockid_t clock, const timespec* until, std::uintptr_t pc) {
  if (!can_wait_for(clock) || !is_valid(*until)) return refuse(EINVAL);
  SyncObject* semaphore = semaphore_at(sem);
  cancellation_point();
  announce(OpKind::kSemTimedWait, name(sem), pc);
  if (pass_when_cancellable(semaphore, is_positive, true)) be_cancelled();
  check_use(sem, "semaphore", pc);
  if (semaphore->count != 0 && take_one(semaphore, OpKind::kSemTimedWait, pc)) return 0;
  access_memory(sem, false, pc);
  log_count(semaphore, OpKind::kSemTimedWait);
  note_value(1);
  reach(virtual_deadline(clock, *until));
  return refuse(ETIMEDOUT);
}

}  // namespace

STALEMATE_INTERPOSED int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  const int result = real().sem_init(semaphore, shared, value);
  if (g.active && result == 0) forget_object(semaphore);
  return result;
}

STALEMATE_INTERPOSED int sem_destroy(sem_t* semaphore) noexcept {
  if (!g.active) return real().sem_destroy(semaphore);
  if (semaphore_at(semaphore)->waiters != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER, "a semaphore is destroyed while a thread waits for it");
  forget_object(semaphore);
  return 0;
}

STALEMATE_INTERPOSED int sem_wait(sem_t* sem) {
  if (!g.active) return real().sem_wait(sem);
  SyncObject* semaphore = semaphore_at(sem);
  cancellation_point();
  do {
    announce(OpKind::kSemWait, name(sem), STALEMATE_CALLER);
    if (pass_when_cancellable(semaphore, is_positive)) be_cancelled();
    check_use(sem, "semaphore", STALEMATE_CALLER);
  } while (!take_one(semaphore, OpKind::kSemWait, STALEMATE_CALLER));
  return 0;
}

STALEMATE_INTERPOSED int sem_trywait(sem_t* sem) noexcept {
  if (!g.active) return real().sem_trywait(sem);
  refuse_to_try(sem);
  SyncObject* semaphore = semaphore_at(sem);
  announce(OpKind::kSemTryWait, name(sem), STALEMATE_CALLER);
  pass_enabled();
  check_use(sem, "semaphore", STALEMATE_CALLER);
  meet_clock(semaphore->clock);
  if (semaphore->count == 0 || !take_one(semaphore, OpKind::kSemTryWait, STALEMATE_CALLER)) {
    access_memory(sem, false, STALEMATE_CALLER);
    log_count(semaphore, OpKind::kSemTryWait);
    return refuse(EAGAIN);
  }
  note_value(1);
  return 0;
}

STALEMATE_INTERPOSED int sem_timedwait(sem_t* semaphore, const timespec* until) {
  if (!g.active) return real().sem_timedwait(semaphore, until);
  refuse_to_try(semaphore);
  return wait_until(semaphore, CLOCK_REALTIME, until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  if (!g.active) return real().sem_clockwait(semaphore, clock, until);
  refuse_to_try(semaphore);
  return wait_until(semaphore, clock, until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int sem_post(sem_t* sem) noexcept {
  if (!g.active) return real().sem_post(sem);
  SyncObject* semaphore = semaphore_at(sem);
  announce(OpKind::kSemPost, name(sem), STALEMATE_CALLER);
  pass_enabled();
  check_use(sem, "semaphore", STALEMATE_CALLER);
  access_memory(sem, true, STALEMATE_CALLER);
  if (semaphore->count == SEM_VALUE_MAX) {
    log_opaque();
    return refuse(EOVERFLOW);
  }
  if (is_process_shared(sem)) real().sem_post(sem);
  ++semaphore->count;
  log_count(semaphore, OpKind::kSemPost);
  meet_clock(semaphore->clock);
  release_to(semaphore);
  refresh_waiters(semaphore);
  return 0;
}

// An atomic read of the count.
STALEMATE_INTERPOSED int sem_getvalue(sem_t* sem, int* value) noexcept {
  if (!g.active) return real().sem_getvalue(sem, value);
  refuse_to_try(sem);
  SyncObject* semaphore = semaphore_at(sem);
  announce(OpKind::kLoad, name(sem), STALEMATE_CALLER);
  pass_enabled();
  check_use(sem, "semaphore", STALEMATE_CALLER);
  access_memory(sem, false, STALEMATE_CALLER);
  log_bytes(OpKind::kLoad, sizeof(int));
  introduced(semaphore);
  reach(semaphore->clock);
  writes_argument(value, sizeof *value, STALEMATE_CALLER);
  *value = static_cast<int>(semaphore->count);
  note_detail(semaphore->count, 4);
  return 0;
}
