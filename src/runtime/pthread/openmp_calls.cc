// What our OpenMP (src/openmp) calls: locks of one word, which have no room for a mutex, and a line of the
// ledger.
#include <cstdint>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/sync_mutex.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

std::uint64_t name(const int* word) { return reinterpret_cast<std::uint64_t>(word); }

SyncObject* lock_at(const int* word) {
  SyncObject* object = object_at(word);
  if (object->known) return object;
  object->known = true;
  if (*word == 0) return object;
  log_opaque();
  object->owner = first_fiber();  // locked before the execution began
  object->depth = 1;
  return object;
}

}  // namespace

STALEMATE_INTERPOSED int stalemate_rt_lock(int* word) {
  if (!g.active) return 0;
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = lock_at(word);
  announce(OpKind::kLock, name(word), pc);
  pass_when(object, mutex_is_free);
  check_use(word, "lock", pc);
  acquire_mutex(object, g.current, pc);
  return 1;
}

STALEMATE_INTERPOSED int stalemate_rt_try_lock(int* word) {
  if (!g.active) return 0;
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = lock_at(word);
  announce(OpKind::kTryLock, name(word), pc);
  pass_enabled();
  check_use(word, "lock", pc);
  meet_clock(object->clock);
  if (object->owner != nullptr || try_fails(OpKind::kTryLock)) return -1;
  acquire_mutex(object, g.current, pc);
  note_value(1);
  return 1;
}

STALEMATE_INTERPOSED int stalemate_rt_unlock(int* word) {
  if (!g.active) return 0;
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = lock_at(word);
  announce(OpKind::kUnlock, name(word), pc);
  pass_enabled();
  check_use(word, "lock", pc);
  if (object->owner == nullptr) fail(wire::Outcome::kMisuse, pc, "unlock of a lock that is not locked");
  if (object->owner != g.current)
    fail(wire::Outcome::kMisuse, pc, "unlock of a lock that another thread holds");
  release_mutex(object, pc);
  return 1;
}

STALEMATE_INTERPOSED void stalemate_rt_untried_order() {
  note_uncontrolled(wire::Uncontrolled::kTaskOrder, 0, "more than two tasks of OpenMP were ready to begin");
}
