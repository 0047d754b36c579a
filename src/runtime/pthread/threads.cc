// pthread_create, join, detach.
#include "runtime/pthread/threads.h"

#include <cerrno>

#include "model/wire/layout.h"
#include "runtime/core/attach_early.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/virtual_clock.h"
#include "runtime/shadow/vector_clock.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/generated_code.h"

namespace stalemate::rt {

namespace {

bool has_ended(const Fiber* fiber) { return fiber->finished || fiber->left; }

std::uint64_t name_of_thread(const Fiber* fiber) { return fiber->slot; }

// The use of a handle of a thread that no longer exists is undefined.
void check_alive(const Fiber* target, const char* what, std::uintptr_t pc) {
  if (target->joined) fail(wire::Outcome::kMisuse, pc, "a thread is %s after it was joined", what);
  if (target->detached && has_ended(target))
    fail(wire::Outcome::kMisuse, pc, "a thread is %s after it was detached and has ended", what);
}

// Why a thread cannot be joined; 0: it can.
int refuses_join(const Fiber* target, std::uintptr_t pc) {
  if (target == nullptr) return ESRCH;
  // libc detects two threads that join each other, not longer cycles.
  if (target == g.current) return EDEADLK;
  if (g.current->joiner == target) {
    log_opaque();
    return EDEADLK;
  }
  if (target->joined || target->joiner != nullptr)
    fail(wire::Outcome::kMisuse, pc, "a thread is joined twice");
  check_alive(target, "joined", pc);
  if (!target->detached) return 0;
  log_opaque();  // the step that detached it is not ordered with this check
  return EINVAL;
}

void take_result(Fiber* target, void** result, std::uintptr_t pc) {
  target->joined = true;
  reach(target->clock);
  if (racing.now != 0) join_clock(target->id);
  writes_argument(result, sizeof *result, pc);
  if (result != nullptr) *result = target->result;
}

// Waits for the end of a thread; false: the step was a timeout.
bool await_end(Fiber* target, OpKind op, bool timed, std::uintptr_t pc) {
  Fiber* self = g.current;
  cancellation_point();
  announce(op, name_of_thread(target), pc);
  self->joins = target;
  target->joiner = self;
  const bool ended = has_ended(target);
  const bool cancelled = pass_cancellable(nullptr, ended || timed, !ended);
  self->joins = nullptr;
  target->joiner = nullptr;
  if (cancelled) be_cancelled();
  return has_ended(target);
}

int join_until(pthread_t thread, void** result, clockid_t clock, const timespec* until, std::uintptr_t pc) {
  Fiber* target = fiber_of(thread);
  if (const int error = refuses_join(target, pc); error != 0) return error;
  if (until != nullptr && (!can_wait_for(clock) || !is_valid(*until))) return EINVAL;
  if (until == nullptr) log_opaque();
  if (await_end(target, OpKind::kTimedJoin, until != nullptr, pc)) {
    take_result(target, result, pc);
    return 0;
  }
  note_value(1);
  reach(virtual_deadline(clock, *until));
  return ETIMEDOUT;
}

// Of a thread with these attributes; 0: the program has not asked for a size.
std::size_t stack_asked_for(const pthread_attr_t* attributes) {
  pthread_attr_t untouched;
  std::size_t usual = 0, asked = 0;
  pthread_attr_init(&untouched);
  pthread_attr_getstacksize(&untouched, &usual);
  pthread_attr_getstacksize(attributes, &asked);
  return asked != usual || asked > layout::kStackBytes ? asked : 0;
}

}  // namespace

pthread_t handle_of(const Fiber* fiber) { return reinterpret_cast<pthread_t>(fiber->tcb); }

Fiber* create_thread(const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                     std::uintptr_t pc) {
  announce(OpKind::kCreate, 0, pc);
  pass_enabled();
  std::size_t stack = 0;
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) {
    stack = stack_asked_for(attributes);
    pthread_attr_getdetachstate(attributes, &detached);
  }
  constexpr std::size_t kRefused = std::size_t{16} << 30;  // kernels are assumed to refuse this much
  if (stack >= kRefused) {
    log_opaque();
    return nullptr;
  }
  watch_code_beside_threads(pc);
  note_generated_code_beside_threads();
  // A stack of the program is not used: a thread's address follows from its creation path (S11).
  Fiber* fiber = create_fiber(start, argument);
  if (fiber == nullptr) end_beyond_capacity("more than 4,095 threads created");
  fiber->wants_larger_stack = stack > layout::kStackBytes;
  if (stack != 0) limit_stack(fiber, stack);
  fiber->detached = detached == PTHREAD_CREATE_DETACHED;
  return fiber;
}

int join_thread(pthread_t thread, void** result, std::uintptr_t pc) {
  Fiber* target = fiber_of(thread);
  if (const int error = refuses_join(target, pc); error != 0) return error;
  await_end(target, OpKind::kJoin, false, pc);
  take_result(target, result, pc);
  return 0;
}

int detach_thread(pthread_t thread, std::uintptr_t pc) {
  Fiber* target = fiber_of(thread);
  if (target == nullptr) return ESRCH;
  announce(OpKind::kDetach, name_of_thread(target), pc);
  pass_enabled();
  check_alive(target, "detached", pc);
  if (target->joiner != nullptr) log_opaque();
  if (target->detached) return EINVAL;
  target->detached = true;
  return 0;
}

}  // namespace stalemate::rt

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                        void* (*start)(void*), void* argument) {
  if (!g.active) attach_early();
  if (!g.active) return real().pthread_create(thread, attributes, start, argument);
  writes_argument(thread, sizeof *thread, STALEMATE_CALLER);  // before the new thread begins
  const Fiber* fiber = create_thread(attributes, start, argument, STALEMATE_CALLER);
  if (fiber == nullptr) return EAGAIN;
  *thread = handle_of(fiber);
  return 0;
}

STALEMATE_INTERPOSED int pthread_join(pthread_t thread, void** result) {
  if (!g.active) return real().pthread_join(thread, result);
  return join_thread(thread, result, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_tryjoin_np(pthread_t thread, void** result) noexcept {
  if (!g.active) return real().pthread_tryjoin_np(thread, result);
  const std::uintptr_t pc = STALEMATE_CALLER;
  Fiber* target = fiber_of(thread);
  if (const int error = refuses_join(target, pc); error != 0) return error;
  announce(OpKind::kTryJoin, name_of_thread(target), pc);
  pass_enabled();
  if (!has_ended(target)) return EBUSY;
  note_value(1);
  take_result(target, result, pc);
  return 0;
}

STALEMATE_INTERPOSED int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  if (!g.active) return real().pthread_timedjoin_np(thread, result, until);
  return join_until(thread, result, CLOCK_REALTIME, until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock,
                                              const timespec* until) {
  if (!g.active) return real().pthread_clockjoin_np(thread, result, clock, until);
  return join_until(thread, result, clock, until, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int pthread_detach(pthread_t thread) noexcept {
  if (!g.active) return real().pthread_detach(thread);
  return detach_thread(thread, STALEMATE_CALLER);
}
