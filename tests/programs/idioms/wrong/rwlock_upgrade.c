/* Wrong: a writer's lock is asked for while the reader's lock is held.
 * Least bound 0, deadlock: the thread waits for itself to stop reading, in every schedule. */
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int config;

static void* refresh(void* arg) {
  pthread_rwlock_rdlock(&lock);
  if (config == 0) {
    if (pthread_rwlock_wrlock(&lock) == 0) {
      config = *(int*)arg;
      pthread_rwlock_unlock(&lock);
    }
  }
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t;
  int fresh = 5;
  pthread_create(&t, NULL, refresh, &fresh);
  pthread_join(t, NULL);
  printf("%d\n", config);
  return 0;
}
