/* Workers add to a counter that they share. BUG: without the lock an addition can be lost. */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* work(void* argument) {
  (void)argument;
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  counter++;
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], 0, work, 0);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], 0);
  assert(counter == WORKERS);
  return 0;
}
