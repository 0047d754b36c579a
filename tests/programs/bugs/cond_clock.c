/* A timed wait on a condition variable whose clock is the monotonic one. It must last until the deadline on
 * that clock, whoever runs meanwhile; and a wait whose deadline has passed still gives the mutex away.
 * Correct.
 *
 * BUG=1: relies on the mutex not being given away by a wait whose deadline has passed: the other thread takes
 * it in between, at a switch that is free because the waiter sleeps: 0 preemptions. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static int value;

static void* change(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  value = 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);

  pthread_mutex_lock(&mutex);
  struct timespec until, now;
  clock_gettime(CLOCK_MONOTONIC, &until);
  if (!BUG) until.tv_sec += 1;
  const int before = value;
  const int result = pthread_cond_timedwait(&changed, &mutex, &until);
  assert(result == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
  if (BUG) assert(value == before);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
