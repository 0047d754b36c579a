/* A thread ends while it holds a robust mutex: the next one is told, and says that all is well
 * again.
 *
 * BUG=1: it does not say so. Assertion, no preemption: the mutex is lost after that.
 * BUG=2: the mutex is not robust. Deadlock, no preemption. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t mutex;

static void* lock_and_end(void* unused) {
  const int result = pthread_mutex_lock(&mutex);
  assert(result == 0 || result == EOWNERDEAD);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (BUG != 2) pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, lock_and_end, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD && pthread_mutex_trylock(&mutex) == EBUSY);
  if (BUG != 1) assert(pthread_mutex_consistent(&mutex) == 0);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  pthread_mutex_unlock(&mutex);

  /* Unlocked without a word: nobody gets it any more. */
  pthread_create(&threads[0], NULL, lock_and_end, NULL);
  pthread_join(threads[0], NULL);
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE && pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
  return 0;
}
