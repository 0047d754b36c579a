/* Threads are cancelled where they wait: in a condition wait, which has its mutex again when its
 * handlers run, at a semaphore, in a join, asleep, and where they ask.
 *
 * BUG=1: the handler of the condition wait does not give the mutex back. Deadlock, no preemption.
 * BUG=2: a thread is taken to be cancelled although it may have ended before. Assertion, no
 *   preemption: a cancelled thread without cancellation points just ends. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif
#ifndef WHERE
#define WHERE 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int waiting, cleaned;
static pthread_t other;

static void give_back(void* unused) {
  (void)unused;
  ++cleaned;
  assert(pthread_mutex_trylock(&mutex) != 0); /* it is mine */
  if (BUG != 1) pthread_mutex_unlock(&mutex);
}

static void* never_end(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

static void* wait_for_ever(void* unused) {
  int old;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
#if WHERE == 0
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, NULL);
  waiting = 1;
  while (waiting) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
#elif WHERE == 1
  sem_wait(&semaphore);
#elif WHERE == 2
  pthread_join(other, NULL);
#elif WHERE == 3
  while (sleep(1) == 0 && !waiting) pthread_testcancel();
#elif WHERE == 4
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  while (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) == 0) {
  }
#endif
  return unused;
}

static void* finish(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  void* result = NULL;
  sem_init(&semaphore, 0, 0);
#if WHERE == 2
  pthread_create(&other, NULL, never_end, NULL);
#endif
  pthread_create(&thread, NULL, BUG == 2 ? finish : wait_for_ever, NULL);
  assert(pthread_cancel(thread) == 0);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
#if WHERE == 2
  pthread_cancel(other);
  pthread_join(other, &result); /* the one that was cancelled does not count as its joiner */
  assert(result == PTHREAD_CANCELED);
#endif
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(WHERE != 0 || waiting == cleaned);
  return 0;
}
