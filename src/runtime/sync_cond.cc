// Condition variables. A wait is two steps (S1): release and sleep; wake up and re-acquire. A signal with
// several waiters is followed by a choice of whom it wakes (S5). A timed wait may end at any moment while
// its mutex is free: scheduling the sleeper is the timeout.
#include <pthread.h>
#include <cerrno>
#include <cstdint>

#include "runtime/clock.h"
#include "runtime/ending.h"
#include "runtime/fiber.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"
#include "runtime/sync_mutex.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

std::uint64_t name(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

// pthread_condattr_setclock's choice, where libc's pthread_cond_init keeps it.
clockid_t clock_of(const pthread_cond_t* cond) {
  return (cond->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// The rule of the second step: woken or tired of waiting, and the mutex to be had.
bool may_reacquire(const SyncObject* mutex, const Fiber* fiber) {
  return (fiber->signaled || fiber->gave_up) && (mutex->owner == nullptr || mutex->owner == fiber);
}

// The sleeper is woken: from now on it waits for the mutex alone.
void wake(SyncObject* condition, Fiber* sleeper) {
  unlink_sleeper(condition, sleeper);
  sleeper->signaled = true;
  sleeper->gave_up = false;
  if (condition->clock > sleeper->clock) sleeper->clock = condition->clock;
  refresh(sleeper);
}

void check_wait(const SyncObject* condition, const SyncObject* mutex, std::uintptr_t pc) {
  if (mutex->owner != g.current)
    fail(wire::Outcome::kMisuse, pc, "a condition wait without holding its mutex");
  if (condition->sleepers != nullptr && condition->used_with != mutex)
    fail(wire::Outcome::kMisuse, pc,
         "a condition wait with another mutex than the one that the threads waiting already use");
}

int wait(pthread_cond_t* cond, pthread_mutex_t* lock, bool timed, std::uint64_t deadline, std::uintptr_t pc) {
  Fiber* self = g.current;
  SyncObject* condition = object_at(cond);
  SyncObject* mutex = mutex_at(lock);
  announce(OpKind::kWait, name(cond), pc);
  pass_enabled();
  check_wait(condition, mutex, pc);
  condition->used_with = mutex;
  meet_clock(condition->clock);
  // One level of a recursive mutex, as libc does: a thread that has it twice goes to sleep with it.
  const bool kept = --mutex->depth != 0;
  if (!kept) release_mutex(mutex);
  self->signaled = false;
  self->gave_up = timed;
  link_sleeper(condition, self);
  announce(OpKind::kReacquire, name(cond), pc);
  pass_when(mutex, may_reacquire);
  self->gave_up = false;
  const bool timed_out = !self->signaled;
  if (timed_out) {
    unlink_sleeper(condition, self);
    reach(deadline);
    note_value(1);
  }
  if (kept)
    ++mutex->depth;
  else
    acquire_mutex(mutex, self, pc);
  return timed_out ? ETIMEDOUT : 0;
}

}  // namespace

STALEMATE_INTERPOSED int pthread_cond_init(pthread_cond_t* cond, const pthread_condattr_t* attributes) {
  const int result = real().pthread_cond_init(cond, attributes);
  if (g.active) forget_object(cond);
  return result;
}

STALEMATE_INTERPOSED int pthread_cond_destroy(pthread_cond_t* cond) {
  if (!g.active) return real().pthread_cond_destroy(cond);
  if (object_at(cond)->sleepers != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER,
         "a condition variable is destroyed while a thread waits on it");
  forget_object(cond);
  return 0;
}

STALEMATE_INTERPOSED int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_cond_wait(cond, mutex);
  return wait(cond, mutex, false, 0, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                                                const timespec* until) {
  if (!g.active) return real().pthread_cond_timedwait(cond, mutex, until);
  if (!is_valid(*until)) return EINVAL;
  return wait(cond, mutex, true, virtual_deadline(clock_of(cond), *until), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock,
                                                const timespec* until) {
  if (!g.active) return real().pthread_cond_clockwait(cond, mutex, clock, until);
  if (!can_wait_for(clock) || !is_valid(*until)) return EINVAL;
  return wait(cond, mutex, true, virtual_deadline(clock, *until), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_cond_signal(pthread_cond_t* cond) {
  if (!g.active) return real().pthread_cond_signal(cond);
  SyncObject* condition = object_at(cond);
  announce(OpKind::kSignal, name(cond), STALEMATE_CALLER);
  pass_enabled();
  note_value(condition->sleeping);
  meet_clock(condition->clock);
  if (condition->sleepers == nullptr) return 0;
  std::uint32_t skip = condition->sleeping > 1 ? choose_value(condition->sleeping, OpKind::kSignal) : 0;
  Fiber* sleeper = condition->sleepers;
  while (skip-- > 0) sleeper = sleeper->sleep_next;
  note_detail(sleeper->id);
  wake(condition, sleeper);
  return 0;
}

STALEMATE_INTERPOSED int pthread_cond_broadcast(pthread_cond_t* cond) {
  if (!g.active) return real().pthread_cond_broadcast(cond);
  SyncObject* condition = object_at(cond);
  announce(OpKind::kBroadcast, name(cond), STALEMATE_CALLER);
  pass_enabled();
  note_value(condition->sleeping);
  meet_clock(condition->clock);
  while (condition->sleepers != nullptr) wake(condition, condition->sleepers);
  return 0;
}
