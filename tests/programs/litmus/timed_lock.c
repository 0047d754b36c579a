/* THREADS threads, each OPERATIONS times through one critical section, unless the lock is not to be had in
 * time; main creates all, then joins all. */
#include <pthread.h>
#include <stddef.h>
#include <time.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* run(void* unused) {
  for (int i = 0; i < OPERATIONS; ++i) {
    const struct timespec long_ago = {1, 0};
    if (pthread_mutex_timedlock(&mutex, &long_ago) != 0) continue;
    ++n;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
