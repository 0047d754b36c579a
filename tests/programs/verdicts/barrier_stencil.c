// Each thread writes its cell, then reads its neighbour's, then writes again. RACY: without the second
// barrier.
#include <pthread.h>

static pthread_barrier_t phase;
static int cell[2];

static void step(int self) {
  cell[self] = self + 1;  // [first]
  pthread_barrier_wait(&phase);
  const int neighbour = cell[1 - self];  // [read]
#ifndef RACY
  pthread_barrier_wait(&phase);
#endif
  cell[self] = neighbour * 2;  // [second]
}

static void* run(void* unused) {
  step(1);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&phase, NULL, 2);
  pthread_create(&other, NULL, run, NULL);
  step(0);
  pthread_join(other, NULL);
  return 0;
}
