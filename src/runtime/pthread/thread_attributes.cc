// Attributes of a thread handle: name, stack, processors, scheduling class. A fiber has no kernel thread, so
// what the program sets is stored and has no effect.
#include <pthread.h>
#include <sched.h>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"
#include "runtime/scheduler/arguments.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

// By slot; valid if the fiber has the flag set.
struct Wishes {
  cpu_set_t processors;
  int policy;
  sched_param parameters;
};
Wishes* wishes = nullptr;

Wishes& wishes_of(const Fiber* fiber) {
  if (wishes == nullptr) wishes = static_cast<Wishes*>(pages(sizeof(Wishes) * layout::kSlots));
  return wishes[fiber->slot];
}

}  // namespace

STALEMATE_INTERPOSED int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  if (!g.active) return real().pthread_setname_np(thread, name);
  reads_text(name, STALEMATE_CALLER);
  Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  if (std::strlen(name) >= sizeof fiber->name) return ERANGE;
  std::strcpy(fiber->name, name);
  return 0;
}

STALEMATE_INTERPOSED int pthread_getname_np(pthread_t thread, char* name, std::size_t bytes) noexcept {
  if (!g.active) return real().pthread_getname_np(thread, name, bytes);
  const Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  const char* known = fiber->name[0] != 0 ? fiber->name : program_invocation_short_name;
  if (bytes <= std::strlen(known)) return ERANGE;
  writes_argument(name, std::strlen(known) + 1, STALEMATE_CALLER);
  std::strcpy(name, known);
  return 0;
}

STALEMATE_INTERPOSED int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) noexcept {
  if (!g.active) return real().pthread_getattr_np(thread, attributes);
  writes_argument(attributes, sizeof *attributes, STALEMATE_CALLER);
  const Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  pthread_attr_init(attributes);
  pthread_attr_setdetachstate(attributes,
                              fiber->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, reinterpret_cast<void*>(stack_low(fiber->slot)),
                               stack_high(fiber->slot) - stack_low(fiber->slot));
}

STALEMATE_INTERPOSED int pthread_setaffinity_np(pthread_t thread, std::size_t bytes,
                                                const cpu_set_t* processors) noexcept {
  if (!g.active) return real().pthread_setaffinity_np(thread, bytes, processors);
  reads_argument(processors, bytes, STALEMATE_CALLER);
  Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  if (CPU_COUNT_S(bytes, processors) == 0) return EINVAL;
  Wishes& wanted = wishes_of(fiber);
  CPU_ZERO(&wanted.processors);
  std::memcpy(&wanted.processors, processors, bytes < sizeof(cpu_set_t) ? bytes : sizeof(cpu_set_t));
  fiber->chose_processors = true;
  return 0;
}

STALEMATE_INTERPOSED int pthread_getaffinity_np(pthread_t thread, std::size_t bytes,
                                                cpu_set_t* processors) noexcept {
  if (!g.active) return real().pthread_getaffinity_np(thread, bytes, processors);
  writes_argument(processors, bytes, STALEMATE_CALLER);
  const Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  if (!fiber->chose_processors) return sched_getaffinity(0, bytes, processors) == 0 ? 0 : errno;
  std::memset(processors, 0, bytes);
  std::memcpy(processors, &wishes_of(fiber).processors,
              bytes < sizeof(cpu_set_t) ? bytes : sizeof(cpu_set_t));
  return 0;
}

STALEMATE_INTERPOSED int pthread_setschedparam(pthread_t thread, int policy,
                                               const sched_param* parameters) noexcept {
  if (!g.active) return real().pthread_setschedparam(thread, policy, parameters);
  reads_argument(parameters, sizeof *parameters, STALEMATE_CALLER);
  Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  const int least = sched_get_priority_min(policy), most = sched_get_priority_max(policy);
  if (least < 0 || parameters->sched_priority < least || parameters->sched_priority > most) return EINVAL;
  wishes_of(fiber).policy = policy;
  wishes_of(fiber).parameters = *parameters;
  fiber->chose_scheduling = true;
  return 0;
}

STALEMATE_INTERPOSED int pthread_getschedparam(pthread_t thread, int* policy,
                                               sched_param* parameters) noexcept {
  if (!g.active) return real().pthread_getschedparam(thread, policy, parameters);
  writes_argument(policy, sizeof *policy, STALEMATE_CALLER);
  writes_argument(parameters, sizeof *parameters, STALEMATE_CALLER);
  const Fiber* fiber = fiber_of(thread);
  if (fiber == nullptr) return ESRCH;
  *policy = fiber->chose_scheduling ? wishes_of(fiber).policy : SCHED_OTHER;
  *parameters = fiber->chose_scheduling ? wishes_of(fiber).parameters : sched_param{};
  return 0;
}

STALEMATE_INTERPOSED int pthread_setschedprio(pthread_t thread, int priority) noexcept {
  if (!g.active) return real().pthread_setschedprio(thread, priority);
  sched_param parameters{};
  int policy = SCHED_OTHER;
  if (const int error = pthread_getschedparam(thread, &policy, &parameters); error != 0) return error;
  parameters.sched_priority = priority;
  return pthread_setschedparam(thread, policy, &parameters);
}
