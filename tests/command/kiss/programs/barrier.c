/* Two threads write their halves, meet, and read the other's. BUG=1: one does not wait for the other. BUG=2:
 * the barrier waits for one thread too many. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_barrier_t barrier;
static atomic_int halves[2];

static void work(int me) {
  atomic_store(&halves[me], me + 1);
  if (BUG != 1) pthread_barrier_wait(&barrier);
  assert(atomic_load(&halves[1 - me]) == 2 - me);
}

static void* other(void* argument) {
  (void)argument;
  work(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, BUG == 2 ? 3 : 2);
  pthread_create(&thread, 0, other, 0);
  work(0);
  pthread_join(thread, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
