/* pthread_exit runs the cleanup handlers of every frame, innermost first, in C as well; the mutex is given
 * back by one of them. Correct.
 *
 * BUG=1: the handler does not unlock, and main waits for the mutex for ever: 0 preemptions. */
#include <assert.h>
#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order;

static void unlock(void* unused) {
  (void)unused;
  assert(order++ == 0);
  if (!BUG) pthread_mutex_unlock(&mutex);
}

static void second(void* unused) {
  (void)unused;
  assert(order++ == 1);
}

static void leave(void) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, 0);
  pthread_exit((void*)42);
  pthread_cleanup_pop(0);
}

static void* run(void* unused) {
  (void)unused;
  pthread_cleanup_push(second, 0);
  leave();
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  void* result = 0;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, &result);
  assert(result == (void*)42 && order == 2);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
