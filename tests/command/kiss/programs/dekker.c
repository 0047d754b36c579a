/* Dekker's algorithm. BUG: who does not have the turn does not take its wish back while it waits, but goes
 * on. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void enter(int me) {
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me])) {
    if (atomic_load(&turn) == me) {
#ifdef BUG
      return;
#else
      continue;
#endif
    }
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me) sched_yield();
    atomic_store(&wants[me], 1);
  }
}

static void leave(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}

static void* work(void* argument) {
  const int me = argument != 0;
  enter(me);
  assert(atomic_exchange(&inside, 1) == 0);
  atomic_store(&inside, 0);
  leave(me);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, &turn);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
