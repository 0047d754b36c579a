/* THREADS threads, each OPERATIONS times through one barrier for all of them; main creates all, then joins
 * all. */
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

static pthread_barrier_t barrier;

static void* run(void* unused) {
  for (int i = 0; i < OPERATIONS; ++i) {
    pthread_barrier_wait(&barrier);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
