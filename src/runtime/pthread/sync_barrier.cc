// pthread barriers. A wait is two steps: arriving, which never blocks, and leaving, which is enabled once all
// have arrived. The last to arrive releases the others and does not wait. From then on leaving does not use
// the barrier: it may be used again, or destroyed.
#include <pthread.h>
#include <cstdint>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

SyncObject* barrier_at(const pthread_barrier_t* barrier) {
  // The fourth word is set if processes share it.
  refuse_process_shared(reinterpret_cast<const unsigned*>(barrier)[3] != 0,
                        "a barrier shared with a forked process");
  SyncObject* object = object_at(barrier);
  if (object->known) return object;
  object->known = true;
  // libc's fields: arrived, round, number of threads to arrive.
  object->limit = reinterpret_cast<const unsigned*>(barrier)[2];
  return object;
}

void let_go(SyncObject* barrier) {
  barrier->count = 0;
  while (barrier->waiters != nullptr) {
    Fiber* waiter = barrier->waiters;
    unlink_waiter(barrier, waiter);
    log_effect(OpKind::kBarrierArrive, waiter->id);
    waiter->on = nullptr;
    if (barrier->clock > waiter->clock) waiter->clock = barrier->clock;
    teach(waiter, barrier);
    set_enabled(waiter, true);
  }
  barrier->released = VectorClock{};  // empty for the next round
}

}  // namespace

STALEMATE_INTERPOSED int pthread_barrier_init(pthread_barrier_t* barrier,
                                              const pthread_barrierattr_t* attributes,
                                              unsigned count) noexcept {
  const int result = real().pthread_barrier_init(barrier, attributes, count);
  if (g.active && result == 0) forget_object(barrier);
  return result;
}

STALEMATE_INTERPOSED int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  if (!g.active) return real().pthread_barrier_destroy(barrier);
  if (barrier_at(barrier)->count != 0)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER, "a barrier is destroyed while a thread waits at it");
  forget_object(barrier);
  return 0;
}

STALEMATE_INTERPOSED int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  if (!g.active) return real().pthread_barrier_wait(barrier);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = barrier_at(barrier);
  announce(OpKind::kBarrierArrive, reinterpret_cast<std::uint64_t>(barrier), pc);
  pass_enabled();
  check_use(barrier, "barrier", pc);
  access_memory(barrier, true, pc);
  meet_clock(object->clock);
  release_to(object);
  if (++object->count == object->limit) {
    note_value(1);
    acquire_from(object);
    let_go(object);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  announce(OpKind::kBarrierLeave, reinterpret_cast<std::uint64_t>(barrier), pc);
  pass(object, false);
  return 0;
}
