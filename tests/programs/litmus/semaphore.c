/* THREADS threads, each OPERATIONS times through one critical section of a semaphore; main creates all, then
 * joins all. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

static sem_t semaphore;
static int n;

static void* run(void* unused) {
  for (int i = 0; i < OPERATIONS; ++i) {
    sem_wait(&semaphore);
    ++n;
    sem_post(&semaphore);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  sem_init(&semaphore, 0, 1);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
