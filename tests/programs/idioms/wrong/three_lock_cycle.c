/* Wrong: three threads, each holds one lock and takes the next one's.
 * Least bound 1, deadlock: interrupt thread 0 after its first lock; thread 2 then takes lock 2 and blocks at
 * lock 0, thread 1 takes lock 1 and blocks at lock 2, thread 0 blocks at lock 1. Without a preemption nobody
 * stops between two locks. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};

static void* grab(void* arg) {
  uintptr_t i = (uintptr_t)arg;
  pthread_mutex_lock(&lock[i]);
  pthread_mutex_lock(&lock[(i + 1) % 3]);
  pthread_mutex_unlock(&lock[(i + 1) % 3]);
  pthread_mutex_unlock(&lock[i]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (uintptr_t i = 0; i < 3; i++)
    if (pthread_create(&t[i], NULL, grab, (void*)i) != 0) return EXIT_FAILURE;
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return EXIT_SUCCESS;
}
