/* Condition variables: to wait is to take a place and release the mutex in one step, to wait until somebody
 * has given the place up, and to take the mutex again. Which waiter a signal wakes is a choice. No wake-up
 * without a cause. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>

int pthread_condattr_init(pthread_condattr_t* attributes) { return 0; }
int pthread_condattr_destroy(pthread_condattr_t* attributes) { return 0; }
int pthread_condattr_setclock(pthread_condattr_t* attributes, int clock) { return 0; }

int pthread_cond_init(pthread_cond_t* cond, const pthread_condattr_t* attributes) {
  kiss_atomic_begin();
  cond->waiters = 0;
  for (int i = 0; i < KISS_THREADS; i++) cond->waiting[i] = 0;
  kiss_atomic_end();
  return 0;
}

int pthread_cond_destroy(pthread_cond_t* cond) { return 0; }

int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  const int self = kiss_self;
  kiss_atomic_begin();
  const int before = mutex->owner;
  const int count = mutex->count;
  if (before != self + 1) kiss_fail_misuse();
  cond->waiting[self] = 1;
  cond->waiters = cond->waiters + 1;
  mutex->owner = 0;
  kiss_atomic_end();

  kiss_atomic_begin();
  const int waits = cond->waiting[self];
  kiss_assume(!waits);
  const int owner = mutex->owner;
  kiss_assume(owner == 0);
  mutex->owner = self + 1;
  mutex->count = count;
  kiss_atomic_end();
  return 0;
}

/* The time is up exactly where no thread has woken it; mutex.c says why that is enough. */
int pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex, const struct timespec* deadline) {
  const int self = kiss_self;
  int error = 0;
  kiss_atomic_begin();
  const int before = mutex->owner;
  const int count = mutex->count;
  if (before != self + 1) kiss_fail_misuse();
  cond->waiting[self] = 1;
  cond->waiters = cond->waiters + 1;
  mutex->owner = 0;
  kiss_atomic_end();

  kiss_atomic_begin();
  const int waits = cond->waiting[self];
  if (waits) {
    cond->waiting[self] = 0;
    cond->waiters = cond->waiters - 1;
    error = ETIMEDOUT;
    pthread_time_is_up_np(deadline);
  }
  kiss_atomic_end();

  kiss_atomic_begin();
  const int owner = mutex->owner;
  kiss_assume(owner == 0);
  mutex->owner = self + 1;
  mutex->count = count;
  kiss_atomic_end();
  return error;
}

int pthread_cond_signal(pthread_cond_t* cond) {
  kiss_atomic_begin();
  const int waiters = cond->waiters;
  if (waiters > 0) {
    int others = kiss_choose(waiters);
    int thread = 0;
    while (!cond->waiting[thread] || others-- > 0) thread++;
    cond->waiting[thread] = 0;
    cond->waiters = waiters - 1;
  }
  kiss_atomic_end();
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* cond) {
  kiss_atomic_begin();
  const int waiters = cond->waiters;
  if (waiters > 0) {
    for (int i = 0; i < KISS_THREADS; i++) cond->waiting[i] = 0;
    cond->waiters = 0;
  }
  kiss_atomic_end();
  return 0;
}
