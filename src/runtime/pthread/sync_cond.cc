// Condition variables. A wait is two steps (S1): release and sleep; wake up and re-acquire. A signal with
// several waiters is followed by a choice of which one it wakes (S5). A wait that ends in another way, by its
// timeout, by a cancellation or spuriously, ends at any moment, whichever thread holds its mutex: scheduling
// the sleeper is the timeout. Locking the mutex is then a third step.
#include "runtime/pthread/sync_cond.h"

#include <cerrno>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/pthread/sync_mutex.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/virtual_clock.h"

namespace stalemate::rt {

namespace {

SyncObject* condition_at(pthread_cond_t* cond) {
  // The lowest bit of this word is set if processes share it.
  refuse_process_shared((cond->__data.__wrefs & 1) != 0, "a condition variable shared with a forked process");
  return object_at(cond);
}

// kReacquire's note if it did not end by a signal.
constexpr std::uint32_t kTimedOut = 1;
constexpr std::uint32_t kCancelled = 2;
constexpr std::uint32_t kNoReason = 3;

std::uint64_t name(const void* object) { return reinterpret_cast<std::uint64_t>(object); }

// pthread_condattr_setclock's choice, where libc's pthread_cond_init stores it.
clockid_t clock_of(const pthread_cond_t* cond) {
  return (cond->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// The rule of the second step: woken, and the mutex is free; or the wait ends without a signal.
bool may_wake_up(const SyncObject* mutex, const Fiber* fiber) {
  if (!fiber->signaled) return fiber->gave_up || is_cancelled(fiber);
  return mutex->owner == fiber || mutex_is_free(mutex, fiber);
}

// The sleeper is woken: from now on it waits only for the mutex.
void wake(SyncObject* condition, Fiber* sleeper, OpKind by) {
  log_effect(by, sleeper->id);
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

// From the end of the first step through the second. Returns how it ended: 0 by a signal.
std::uint32_t sleep_on(SyncObject* condition, SyncObject* mutex, bool timed, std::uintptr_t pc) {
  Fiber* self = g.current;
  const bool spurious = wakes_for_no_reason(OpKind::kWait);
  self->signaled = false;
  self->gave_up = timed || spurious;
  if (!spurious) link_sleeper(condition, self);
  if (self->gave_up) log_effect(OpKind::kReacquire, spurious ? kNoReason : kTimedOut);
  announce(OpKind::kReacquire, condition->address, pc);
  self->cancellable = true;
  pass_when(mutex, may_wake_up);
  self->cancellable = false;
  self->gave_up = false;
  if (self->signaled) return 0;  // and the condition variable may be gone: its waker may destroy it
  check_use(reinterpret_cast<void*>(condition->address), "condition variable", pc);
  if (self->sleeps_on != nullptr) unlink_sleeper(condition, self);
  const std::uint32_t end = is_cancelled(self) ? kCancelled : spurious ? kNoReason : kTimedOut;
  note_value(end);
  return end;
}

// The third step, of a wait that ended without a signal. `kept`: a recursive mutex that it still holds.
void lock_again(const pthread_mutex_t* lock, SyncObject* mutex, bool kept, std::uintptr_t pc) {
  announce(OpKind::kLock, name(lock), pc);
  if (!kept) return pass_when(mutex, mutex_is_free);
  log_effect(OpKind::kLock, 1, lock);
  pass_enabled();
}

int wait(pthread_cond_t* cond, pthread_mutex_t* lock, bool timed, std::uint64_t deadline, std::uintptr_t pc) {
  Fiber* self = g.current;
  SyncObject* condition = condition_at(cond);
  SyncObject* mutex = mutex_at(lock);
  cancellation_point();
  announce(OpKind::kWait, name(cond), pc);
  if (pass_cancellable(nullptr, true)) be_cancelled();
  check_use(cond, "condition variable", pc);
  check_use(lock, "mutex", pc);
  check_wait(condition, mutex, pc);
  access_memory(cond, true, pc);
  condition->used_with = mutex;
  meet_clock(condition->clock);
  // One level of a recursive mutex, as in libc: a thread that holds it twice sleeps with it.
  const bool kept = --mutex->depth != 0;
  log_effect(OpKind::kWait, kept ? 1 : 0, lock);
  if (racing.tracked) track_hold(name(lock), -1);
  if (!kept) release_mutex(mutex, pc);
  const std::uint32_t end = sleep_on(condition, mutex, timed, pc);
  if (end == kTimedOut) reach(deadline);
  if (end != 0) lock_again(lock, mutex, kept, pc);
  check_use(lock, "mutex", pc);
  int error = 0;
  if (kept)
    ++mutex->depth;
  else
    error = acquire_mutex(mutex, self, pc);
  if (end == kCancelled) be_cancelled();
  return error != 0 ? error : end == kTimedOut ? ETIMEDOUT : 0;
}

}  // namespace

int wait_on(pthread_cond_t* cond, pthread_mutex_t* mutex, std::uintptr_t pc) {
  return wait(cond, mutex, false, 0, pc);
}

int wait_on_until(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock, const timespec& until,
                  std::uintptr_t pc) {
  if (!can_wait_for(clock) || !is_valid(until)) return EINVAL;
  return wait(cond, mutex, true, virtual_deadline(clock, until), pc);
}

void signal_condition(pthread_cond_t* cond, std::uintptr_t pc) {
  SyncObject* condition = condition_at(cond);
  announce(OpKind::kSignal, name(cond), pc);
  pass_enabled();
  check_use(cond, "condition variable", pc);
  access_memory(cond, true, pc);
  note_value(condition->sleeping);
  meet_clock(condition->clock);
  if (condition->sleepers == nullptr) return;
  std::uint32_t skip = condition->sleeping > 1 ? choose_value(condition->sleeping, OpKind::kSignal) : 0;
  Fiber* sleeper = condition->sleepers;
  while (skip-- > 0) sleeper = sleeper->sleep_next;
  note_detail(sleeper->id);
  wake(condition, sleeper, OpKind::kSignal);
}

void broadcast_condition(pthread_cond_t* cond, std::uintptr_t pc) {
  SyncObject* condition = condition_at(cond);
  announce(OpKind::kBroadcast, name(cond), pc);
  pass_enabled();
  check_use(cond, "condition variable", pc);
  access_memory(cond, true, pc);
  note_value(condition->sleeping);
  meet_clock(condition->clock);
  while (condition->sleepers != nullptr) wake(condition, condition->sleepers, OpKind::kBroadcast);
}

void destroy_condition(pthread_cond_t* cond, std::uintptr_t pc) {
  check_use(cond, "condition variable", pc);
  if (condition_at(cond)->sleepers != nullptr)
    fail(wire::Outcome::kMisuse, pc, "a condition variable is destroyed while a thread waits on it");
  forget_object(cond);
}

}  // namespace stalemate::rt

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int pthread_cond_init(pthread_cond_t* cond, const pthread_condattr_t* attributes) {
  const int result = real().pthread_cond_init(cond, attributes);
  if (g.active) forget_object(cond);
  return result;
}

STALEMATE_INTERPOSED int pthread_cond_destroy(pthread_cond_t* cond) {
  if (!g.active) return real().pthread_cond_destroy(cond);
  destroy_condition(cond, STALEMATE_CALLER);
  return 0;
}

STALEMATE_INTERPOSED int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  if (!g.active) return real().pthread_cond_wait(cond, mutex);
  return wait_on(cond, mutex, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                                                const timespec* until) {
  if (!g.active) return real().pthread_cond_timedwait(cond, mutex, until);
  return wait_on_until(cond, mutex, clock_of(cond), *until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock,
                                                const timespec* until) {
  if (!g.active) return real().pthread_cond_clockwait(cond, mutex, clock, until);
  return wait_on_until(cond, mutex, clock, *until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_cond_signal(pthread_cond_t* cond) {
  if (!g.active) return real().pthread_cond_signal(cond);
  signal_condition(cond, STALEMATE_CALLER);
  return 0;
}

STALEMATE_INTERPOSED int pthread_cond_broadcast(pthread_cond_t* cond) {
  if (!g.active) return real().pthread_cond_broadcast(cond);
  broadcast_condition(cond, STALEMATE_CALLER);
  return 0;
}
