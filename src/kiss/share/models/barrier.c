/* Barriers and things that happen once. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>

int pthread_barrierattr_init(pthread_barrierattr_t* attributes) { return 0; }
int pthread_barrierattr_destroy(pthread_barrierattr_t* attributes) { return 0; }

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned count) {
  if (count == 0) return EINVAL;
  kiss_atomic_begin();
  barrier->count = count;
  barrier->arrived = 0;
  barrier->round = 0;
  kiss_atomic_end();
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) { return 0; }

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  int last = 0;
  kiss_atomic_begin();
  const unsigned round = barrier->round;
  const unsigned arrived = barrier->arrived + 1;
  if (arrived == barrier->count) {
    barrier->arrived = 0;
    barrier->round = round + 1;
    last = 1;
  } else {
    barrier->arrived = arrived;
  }
  kiss_atomic_end();
  if (last) return PTHREAD_BARRIER_SERIAL_THREAD;

  kiss_atomic_begin();
  const unsigned now = barrier->round;
  kiss_assume(now != round);
  kiss_atomic_end();
  return 0;
}

int pthread_once(pthread_once_t* once, void (*start)(void)) {
  kiss_atomic_begin();
  const int state = *once;
  kiss_assume(state != 1);
  if (state == 0) *once = 1;
  kiss_atomic_end();
  if (state == 0) {
    start();
    kiss_atomic_begin();
    *once = 2;
    kiss_atomic_end();
  }
  return 0;
}
