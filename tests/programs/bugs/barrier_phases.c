/* Two threads work in rounds: each writes its own cell, waits for the other at a barrier, and reads
 * the other's.
 *
 * BUG=1: no second barrier at the end of a round. Assertion, no preemption: the last to come does
 *   not have to wait, and writes its cell for the next round before the other has read.
 * BUG=2: the barrier waits for three. Deadlock, no preemption.
 * BUG=3: the second thread stays away, and main destroys the barrier that the first one waits at.
 *   Misuse, no preemption. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_barrier_t barrier;
static atomic_int cells[2];
static atomic_int serial;

static void* work(void* which) {
  const int me = which != NULL;
  if (BUG == 3 && me == 1) return NULL;
  for (int round = 1; round <= 2; ++round) {
    cells[me] = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    assert(cells[1 - me] == round);
#if BUG != 1
    pthread_barrier_wait(&barrier);
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, BUG == 2 ? 3 : 2);
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, &threads);
  pthread_join(threads[1], NULL);
#if BUG == 3
  pthread_barrier_destroy(&barrier);
#endif
  pthread_join(threads[0], NULL);
  assert(serial == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
