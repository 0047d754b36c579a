// pthread_once: the first thread runs the initialiser, the others wait for it.
#include <pthread.h>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/once_call.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

constexpr int kDone = 2;  // the value that libc's pthread_once leaves

}  // namespace

namespace stalemate::rt {

bool begin_once(const void* once, bool done, std::uintptr_t pc) {
  SyncObject* object = object_at(once);
  announce(OpKind::kOnce, reinterpret_cast<std::uint64_t>(once), pc);
  pass(object, object->owner == nullptr);
  check_use(once, "once control", pc);
  meet_clock(object->clock);
  acquire_from(object);
  access_memory(once, true, pc);
  if (done || object->depth != 0) return false;
  object->owner = g.current;
  object->acquired_at = pc;
  note_value(1);
  disable_waiters(object);
  return true;
}

void end_once(const void* once, bool done, std::uintptr_t pc) {
  SyncObject* object = object_at(once);
  announce(OpKind::kOnceDone, reinterpret_cast<std::uint64_t>(once), pc);
  pass_enabled();
  object->owner = nullptr;
  object->depth = done ? 1 : 0;
  meet_clock(object->clock);
  access_memory(once, true, pc);
  release_to(object);
  enable_waiters(object);
}

void run_once(int* once, void (*initialise)(), std::uintptr_t pc) {
  if (*once == kDone && in_support_library(pc)) return;
  if (!begin_once(once, *once == kDone, pc)) return;
  // A function without parameters ignores the argument.
  stalemate_rt_call_once(once, reinterpret_cast<void (*)(void*)>(initialise), nullptr);
  end_once(once, true, pc);
  *once = kDone;
}

}  // namespace stalemate::rt

// An exception left the initialiser: the next thread tries again.
extern "C" void stalemate_rt_once_left(void* once) { end_once(once, false, 0); }

STALEMATE_INTERPOSED int pthread_once(pthread_once_t* once, void (*initialise)()) {
  if (!g.active) return real().pthread_once(once, initialise);
  run_once(once, initialise, STALEMATE_CALLER);
  return 0;
}
