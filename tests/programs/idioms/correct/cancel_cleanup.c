/* A thread that waits for something that never comes is cancelled; its handler unlocks. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int cleanups;

static void unlock(void* m) {
  cleanups++;
  pthread_mutex_unlock(m);
}

static void* wait_forever(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  for (;;) pthread_cond_wait(&cond, &mutex);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t t;
  void* result;
  if (pthread_create(&t, NULL, wait_forever, NULL)) return EXIT_FAILURE;
  if (pthread_cancel(t)) return EXIT_FAILURE;
  if (pthread_join(t, &result)) return EXIT_FAILURE;
  if (result != PTHREAD_CANCELED) return EXIT_FAILURE;
  if (pthread_mutex_trylock(&mutex) == EBUSY) return EXIT_FAILURE;
  pthread_mutex_unlock(&mutex);
  return cleanups == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
