// flockfile and its kin: recursive locks of streams. The library's own lock stays free, so that no call of it
// waits in the kernel for a thread that does not run: while a thread holds a stream, what others print to it
// is not held back. What the program itself protects by the lock is protected.
#include <cstdint>
#include <cstdio>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/sync_mutex.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

std::uint64_t name(const FILE* stream) { return reinterpret_cast<std::uint64_t>(stream); }

}  // namespace

STALEMATE_INTERPOSED void flockfile(FILE* stream) noexcept {
  if (!g.active) return real().flockfile(stream);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = object_at(stream);
  announce(OpKind::kLock, name(stream), pc);
  if (object->owner == g.current) {
    log_effect(OpKind::kLock, 1, stream);
    pass_enabled();
    ++object->depth;
    return;
  }
  pass_when(object, mutex_is_free);
  check_use(stream, "stream", pc);
  acquire_mutex(object, g.current, pc);
}

STALEMATE_INTERPOSED int ftrylockfile(FILE* stream) noexcept {
  if (!g.active) return real().ftrylockfile(stream);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = object_at(stream);
  announce(OpKind::kTryLock, name(stream), pc);
  pass_enabled();
  check_use(stream, "stream", pc);
  meet_clock(object->clock);
  if (object->owner == g.current) {
    ++object->depth;
  } else if (object->owner == nullptr && !try_fails(OpKind::kTryLock)) {
    acquire_mutex(object, g.current, pc);
  } else {
    return -1;
  }
  note_value(1);
  return 0;
}

STALEMATE_INTERPOSED void funlockfile(FILE* stream) noexcept {
  if (!g.active) return real().funlockfile(stream);
  const std::uintptr_t pc = STALEMATE_CALLER;
  SyncObject* object = object_at(stream);
  announce(OpKind::kUnlock, name(stream), pc);
  pass_enabled();
  check_use(stream, "stream", pc);
  if (object->owner == nullptr) fail(wire::Outcome::kMisuse, pc, "unlock of a stream that is not locked");
  if (object->owner != g.current)
    fail(wire::Outcome::kMisuse, pc, "unlock of a stream that another thread holds");
  if (--object->depth == 0) release_mutex(object, pc);
}
