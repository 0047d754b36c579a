/* THREADS threads, each OPERATIONS times through one critical section; main creates all, then joins all. */
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* run(void* unused) {
  for (int i = 0; i < OPERATIONS; ++i) {
    pthread_mutex_lock(&mutex);
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
