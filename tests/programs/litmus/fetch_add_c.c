/* THREADS threads, each with OPERATIONS atomic operations on one variable; main creates all, then joins all.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

static atomic_int x;

static void* run(void* unused) {
  for (int i = 0; i < OPERATIONS; ++i) atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
