/* A counter that is read and written in two steps, under a spin lock.
 *
 * BUG=1: one thread takes another lock. Assertion, least preemptions 1: a thread is preempted
 *   between its read and its write; nobody blocks otherwise.
 * BUG=2: main gives back what a thread has locked. Misuse, no preemption.
 * BUG=3: a thread takes the lock that it has. Deadlock, no preemption. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_spinlock_t locks[2];
static atomic_int counter;

static void* count(void* which) {
  pthread_spinlock_t* lock = &locks[BUG == 1 && which != NULL];
  pthread_spin_lock(lock);
#if BUG == 3
  pthread_spin_lock(lock);
#endif
  const int seen = counter;
  counter = seen + 1;
#if BUG != 2
  pthread_spin_unlock(lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&locks[1], PTHREAD_PROCESS_PRIVATE);
  assert(pthread_spin_trylock(&locks[0]) == 0 && pthread_spin_trylock(&locks[0]) == EBUSY);
  pthread_spin_unlock(&locks[0]);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, i == 0 ? NULL : &threads);
#if BUG == 2
  pthread_join(threads[0], NULL);
  pthread_spin_unlock(&locks[0]);
#else
  pthread_join(threads[0], NULL);
#endif
  pthread_join(threads[1], NULL);
  assert(counter == 2);
  pthread_spin_destroy(&locks[0]);
  return 0;
}
