/* Wrong: a mutex as a signal, locked by one thread and unlocked by another.
 * Least bound 0, misuse: main locks, the thread unlocks, in every schedule. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t done = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* arg) {
  *(int*)arg = 9;
  pthread_mutex_unlock(&done);
  return NULL;
}

int main(void) {
  pthread_t t;
  int result = 0;
  pthread_mutex_lock(&done);
  pthread_create(&t, NULL, work, &result);
  pthread_mutex_lock(&done);
  printf("%d\n", result);
  pthread_mutex_unlock(&done);
  pthread_join(t, NULL);
  return 0;
}
