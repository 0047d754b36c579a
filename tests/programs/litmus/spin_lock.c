/* THREADS threads, each OPERATIONS times through one critical section of a spin lock; main creates all, then
 * joins all. */
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

static pthread_spinlock_t lock;
static int n;

static void* run(void* unused) {
  for (int i = 0; i < OPERATIONS; ++i) {
    pthread_spin_lock(&lock);
    ++n;
    pthread_spin_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
