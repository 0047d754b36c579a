// The direction of rounding belongs to a thread; a new one has that of its creator. So do the traps.
//
// BUG=0: each thread computes with its own.
// BUG=1: the thread that traps divisions by zero divides by zero.
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <xmmintrin.h>

#ifndef BUG
#define BUG 0
#endif

static atomic_int steps;

static double third(void) {
  volatile double one = 1, three = 3;
  ++steps;
  return one / three;
}

static void* upwards(void* nearest) {
  fesetround(FE_UPWARD);
  assert(third() > *(double*)nearest);
  feenableexcept(FE_DIVBYZERO);
  ++steps;
#if BUG == 1
  volatile double one = 1, zero = 0;
  third();
  one = one / zero;
#endif
  assert(third() > *(double*)nearest);
  return NULL;
}

// By an instruction that nobody sees: noticed where the thread ends.
static void* flushes(void* nearest) {
  assert(third() == *(double*)nearest);
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  return NULL;
}

static void* child(void* less) {
  assert(third() == *(double*)less);
  return NULL;
}

int main(void) {
  double nearest = third(), less = 0;
  volatile double zero = 0;
  pthread_t one, two, three;
  pthread_create(&one, NULL, upwards, &nearest);
  assert(third() == nearest && 1 / zero > 1);
  fesetround(FE_DOWNWARD);
  ++steps;
  less = third();
  pthread_create(&three, NULL, child, &less);
  pthread_join(one, NULL);
  pthread_join(three, NULL);
  fesetround(FE_TONEAREST);
  pthread_create(&two, NULL, flushes, &nearest);
  pthread_join(two, NULL);
  assert(_MM_GET_FLUSH_ZERO_MODE() == _MM_FLUSH_ZERO_OFF && third() == nearest);
  return 0;
}
