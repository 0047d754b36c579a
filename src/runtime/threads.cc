// pthread_create, join, detach, exit and what belongs to a thread handle.
#include <pthread.h>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "runtime/attach.h"
#include "runtime/ending.h"
#include "runtime/fiber.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

pthread_t handle_of(const Fiber* fiber) { return reinterpret_cast<pthread_t>(fiber->tcb); }

std::uint64_t name_of_thread(const Fiber* fiber) { return fiber->slot; }

}  // namespace

STALEMATE_INTERPOSED int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                        void* (*start)(void*), void* argument) {
  if (!g.active) attach_early();
  if (!g.active) return real().pthread_create(thread, attributes, start, argument);
  announce(OpKind::kCreate, 0, STALEMATE_CALLER);
  pass_enabled();
  Fiber* fiber = create_fiber(start, argument);
  if (fiber == nullptr) return EAGAIN;
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  fiber->detached = detached == PTHREAD_CREATE_DETACHED;
  *thread = handle_of(fiber);
  return 0;
}

STALEMATE_INTERPOSED int pthread_join(pthread_t thread, void** result) {
  if (!g.active) return real().pthread_join(thread, result);
  Fiber* self = g.current;
  Fiber* target = fiber_of(thread);
  if (target == nullptr) return ESRCH;
  if (target == self) return EDEADLK;
  if (target->joined || target->joiner != nullptr)
    fail(wire::Outcome::kMisuse, STALEMATE_CALLER, "a thread is joined twice");
  if (target->detached) return EINVAL;
  announce(OpKind::kJoin, name_of_thread(target), STALEMATE_CALLER);
  self->joins = target;
  target->joiner = self;
  pass(nullptr, target->finished);
  self->joins = nullptr;
  target->joined = true;
  if (target->clock > self->clock) self->clock = target->clock;
  if (result != nullptr) *result = target->result;
  return 0;
}

STALEMATE_INTERPOSED int pthread_detach(pthread_t thread) {
  if (!g.active) return real().pthread_detach(thread);
  Fiber* target = fiber_of(thread);
  if (target == nullptr) return ESRCH;
  announce(OpKind::kDetach, name_of_thread(target), STALEMATE_CALLER);
  pass_enabled();
  if (target->detached) return EINVAL;
  target->detached = true;
  return 0;
}

STALEMATE_INTERPOSED int pthread_setname_np(pthread_t thread, const char* name) {
  if (!g.active) return real().pthread_setname_np(thread, name);
  Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  if (std::strlen(name) >= sizeof fiber->name) return ERANGE;
  std::strcpy(fiber->name, name);
  return 0;
}

STALEMATE_INTERPOSED int pthread_getname_np(pthread_t thread, char* name, std::size_t bytes) {
  if (!g.active) return real().pthread_getname_np(thread, name, bytes);
  const Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  const char* known = fiber->name[0] != 0 ? fiber->name : program_invocation_short_name;
  if (bytes <= std::strlen(known)) return ERANGE;
  std::strcpy(name, known);
  return 0;
}

STALEMATE_INTERPOSED int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) {
  if (!g.active) return real().pthread_getattr_np(thread, attributes);
  const Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  pthread_attr_init(attributes);
  pthread_attr_setdetachstate(attributes,
                              fiber->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, reinterpret_cast<void*>(stack_low(fiber->slot)),
                               stack_high(fiber->slot) - stack_low(fiber->slot));
}
