// <threads.h>. libc's versions call its internal functions, not ours; these are the same operations under
// other names and with other results. mtx_t, cnd_t, once_flag and tss_t are the types of pthreads.
#include <threads.h>
#include <cerrno>
#include <cstdint>

#include "runtime/core/attach_early.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/pthread/once_call.h"
#include "runtime/pthread/sync_cond.h"
#include "runtime/pthread/sync_mutex.h"
#include "runtime/pthread/threads.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/thread_exit.h"
#include "runtime/scheduler/virtual_clock.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

int answer(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}

pthread_mutex_t* plain(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* plain(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

void* packed(int result) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(result)); }
int unpacked(void* result) { return static_cast<int>(reinterpret_cast<std::intptr_t>(result)); }

void* run_c11(void* argument) { return packed(g.current->start_c11(argument)); }

}  // namespace

STALEMATE_INTERPOSED int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  if (!g.active) attach_early();
  if (!g.active) return real().thrd_create(thread, start, argument);
  writes_argument(thread, sizeof *thread, STALEMATE_CALLER);
  Fiber* fiber = create_thread(nullptr, run_c11, argument, STALEMATE_CALLER);
  fiber->start_c11 = start;
  fiber->pc = reinterpret_cast<std::uintptr_t>(start) + 1;
  *thread = handle_of(fiber);
  return thrd_success;
}

STALEMATE_INTERPOSED int thrd_join(thrd_t thread, int* result) {
  if (!g.active) return real().thrd_join(thread, result);
  void* value = nullptr;
  const int error = join_thread(thread, &value, STALEMATE_CALLER);
  if (error == 0) writes_argument(result, sizeof *result, STALEMATE_CALLER);
  if (error == 0 && result != nullptr) *result = unpacked(value);
  return answer(error);
}

STALEMATE_INTERPOSED int thrd_detach(thrd_t thread) {
  if (!g.active) return real().thrd_detach(thread);
  return answer(detach_thread(thread, STALEMATE_CALLER));
}

STALEMATE_INTERPOSED void thrd_exit(int result) {
  if (!g.active) {
    real().thrd_exit(result);
    __builtin_unreachable();
  }
  leave_thread(packed(result));
}

STALEMATE_INTERPOSED void thrd_yield() {
  if (!g.active) return real().thrd_yield();
  announce(OpKind::kYield, 0, STALEMATE_CALLER);
  pass_enabled();
}

STALEMATE_INTERPOSED int thrd_sleep(const timespec* duration, timespec* left) {
  if (!g.active) return real().thrd_sleep(duration, left);
  reads_argument(duration, sizeof *duration, STALEMATE_CALLER);
  if (!is_valid(*duration) || duration->tv_sec < 0) return -2;
  sleep_through(*duration, STALEMATE_CALLER);
  return 0;
}

STALEMATE_INTERPOSED int mtx_init(mtx_t* mutex, int type) {
  const int result = real().mtx_init(mutex, type);
  if (g.active && result == thrd_success) forget_object(mutex);
  return result;
}

STALEMATE_INTERPOSED void mtx_destroy(mtx_t* mutex) {
  if (!g.active) return real().mtx_destroy(mutex);
  destroy_mutex(plain(mutex), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int mtx_lock(mtx_t* mutex) {
  if (!g.active) return real().mtx_lock(mutex);
  return answer(lock_mutex(plain(mutex), STALEMATE_CALLER));
}

STALEMATE_INTERPOSED int mtx_trylock(mtx_t* mutex) {
  if (!g.active) return real().mtx_trylock(mutex);
  return answer(try_mutex(plain(mutex), STALEMATE_CALLER));
}

STALEMATE_INTERPOSED int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  if (!g.active) return real().mtx_timedlock(mutex, until);
  return answer(lock_mutex_until(plain(mutex), CLOCK_REALTIME, *until, STALEMATE_CALLER));
}

STALEMATE_INTERPOSED int mtx_unlock(mtx_t* mutex) {
  if (!g.active) return real().mtx_unlock(mutex);
  return answer(unlock_mutex(plain(mutex), STALEMATE_CALLER));
}

STALEMATE_INTERPOSED int cnd_init(cnd_t* condition) {
  const int result = real().cnd_init(condition);
  if (g.active && result == thrd_success) forget_object(condition);
  return result;
}

STALEMATE_INTERPOSED void cnd_destroy(cnd_t* condition) {
  if (!g.active) return real().cnd_destroy(condition);
  destroy_condition(plain(condition), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (!g.active) return real().cnd_wait(condition, mutex);
  return answer(wait_on(plain(condition), plain(mutex), STALEMATE_CALLER));
}

STALEMATE_INTERPOSED int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  if (!g.active) return real().cnd_timedwait(condition, mutex, until);
  return answer(wait_on_until(plain(condition), plain(mutex), CLOCK_REALTIME, *until, STALEMATE_CALLER));
}

STALEMATE_INTERPOSED int cnd_signal(cnd_t* condition) {
  if (!g.active) return real().cnd_signal(condition);
  signal_condition(plain(condition), STALEMATE_CALLER);
  return thrd_success;
}

STALEMATE_INTERPOSED int cnd_broadcast(cnd_t* condition) {
  if (!g.active) return real().cnd_broadcast(condition);
  broadcast_condition(plain(condition), STALEMATE_CALLER);
  return thrd_success;
}

// The runtime runs the destructors (thread_keys.h), so keys are made and values set through our functions.
STALEMATE_INTERPOSED int tss_create(tss_t* key, tss_dtor_t destructor) {
  writes_argument(key, sizeof *key, STALEMATE_CALLER);
  return answer(pthread_key_create(key, destructor));
}
STALEMATE_INTERPOSED void tss_delete(tss_t key) { pthread_key_delete(key); }
STALEMATE_INTERPOSED int tss_set(tss_t key, void* value) { return answer(pthread_setspecific(key, value)); }
STALEMATE_INTERPOSED void* tss_get(tss_t key) { return real().pthread_getspecific(key); }

STALEMATE_INTERPOSED void call_once(once_flag* flag, void (*initialise)()) {
  if (!g.active) return real().call_once(flag, initialise);
  run_once(reinterpret_cast<int*>(flag), initialise, STALEMATE_CALLER);
}
