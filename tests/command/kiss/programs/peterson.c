/* Peterson's algorithm for two threads. BUG: the turn is given away before the wish is said. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void enter(int me) {
#ifdef BUG
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 1);
#else
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
#endif
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me) sched_yield();
}

static void work(int me) {
  enter(me);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&wants[me], 0);
}

static void* other(void* argument) {
  (void)argument;
  work(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
