/* A condition wait gives one level of a recursive mutex away. Held once, the other thread gets in. Correct.
 *
 * BUG=1: it is held twice, so the waiter sleeps with the mutex and the signaller never gets it. The waiter
 * sleeps without being preempted: 0 preemptions. */
#define _GNU_SOURCE /* for the initialiser of a recursive mutex */
#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* set(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  pthread_mutex_lock(&mutex);
  if (BUG) pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  if (BUG) pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
