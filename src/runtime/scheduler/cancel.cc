#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/arguments.h"

#include <pthread.h>
#include <cerrno>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/thread_exit.h"

namespace stalemate::rt {

namespace {

// The chosen step did not happen: the thread was cancelled instead.
bool became_cancellation() {
  if (!is_cancelled(g.current)) return false;
  if (g.exiting) return true;
  g.last_step->op = OpKind::kTestCancel;
  g.last_step->object = g.current->slot;
  g.last_step->value = 1;
  return true;
}

// The target may sleep in a cancellation point. A cancelled condition wait takes no signal: it ends at once
// and must lock its mutex again.
void wake_cancelled(Fiber* target) {
  if (!target->cancellable) return;
  if (target->op != OpKind::kReacquire) {
    set_enabled(target, true);
    return;
  }
  if (target->signaled) return;
  if (target->sleeps_on != nullptr) unlink_sleeper(target->sleeps_on, target);
  refresh(target);
}

}  // namespace

void announce_cancelled(Fiber* self) {
  if (self->cancel_at_once) cancellation_point();
}

void be_cancelled() { leave_thread(PTHREAD_CANCELED); }

bool pass_cancellable(SyncObject* on, bool enabled, bool timed) {
  Fiber* self = g.current;
  self->cancellable = true;
  pass(on, enabled, timed);
  self->cancellable = false;
  return became_cancellation();
}

bool pass_when_cancellable(SyncObject* on, Ready ready, bool timed) {
  Fiber* self = g.current;
  self->cancellable = true;
  pass_when(on, ready, timed);
  self->cancellable = false;
  return became_cancellation();
}

}  // namespace stalemate::rt

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int pthread_cancel(pthread_t thread) {
  if (!g.active) return real().pthread_cancel(thread);
  Fiber* target = fiber_of(thread);
  if (target == nullptr) return ESRCH;
  announce(OpKind::kCancel, target->slot, STALEMATE_CALLER);
  pass_enabled();
  if (target->finished || target->leaving) return 0;
  if (g.current->clock > target->clock) target->clock = g.current->clock;
  target->cancel_requested = true;
  if (!is_cancelled(target)) return 0;
  if (target == g.current && target->cancel_at_once) be_cancelled();
  wake_cancelled(target);
  return 0;
}

STALEMATE_INTERPOSED void pthread_testcancel() {
  if (!g.active) return real().pthread_testcancel();
  announce(OpKind::kTestCancel, g.current->slot, STALEMATE_CALLER);
  if (pass_cancellable(nullptr, true)) be_cancelled();
}

STALEMATE_INTERPOSED int pthread_setcancelstate(int state, int* old) {
  if (!g.active) return real().pthread_setcancelstate(state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Fiber* self = g.current;
  writes_argument(old, sizeof *old, STALEMATE_CALLER);
  if (old != nullptr) *old = self->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  self->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
  if (self->cancel_at_once) cancellation_point();
  return 0;
}

STALEMATE_INTERPOSED int pthread_setcanceltype(int type, int* old) {
  if (!g.active) return real().pthread_setcanceltype(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  Fiber* self = g.current;
  writes_argument(old, sizeof *old, STALEMATE_CALLER);
  if (old != nullptr) *old = self->cancel_at_once ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  self->cancel_at_once = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (self->cancel_at_once) cancellation_point();
  return 0;
}
