/* Two threads count under a lock, which they give up waiting for after a while.
 *
 * BUG=1: a thread that gave up gives the lock back all the same. Misuse, least preemptions 1: it
 *   can only time out while the other holds the lock, which does not block inside. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counted, gave_up;

static void* count(void* unused) {
  struct timespec start, end;
  clock_gettime(CLOCK_REALTIME, &start);
  end = start;
  end.tv_sec += 2;
  const int result = pthread_mutex_timedlock(&mutex, &end);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == ETIMEDOUT) {
    gave_up++;
    clock_gettime(CLOCK_REALTIME, &start);
    assert(start.tv_sec >= end.tv_sec);
#if BUG == 0
    return unused;
#endif
  }
  counted++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counted + gave_up == 2 && counted > 0);
  return 0;
}
