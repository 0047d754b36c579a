/* In the manner of the competition on software verification: two threads add each other's numbers. No
 * interleaving gets to 9; 8 takes turns at every step, which is not balanced; 7 is what the threads get to
 * one after the other. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) { assert(0); }

#ifndef LIMIT
#define LIMIT 9
#endif
enum { ROUNDS = 2 };

static int i = 1, j = 1;

static void* first(void* argument) {
  for (int k = 0; k < ROUNDS; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return argument;
}
static void* second(void* argument) {
  for (int k = 0; k < ROUNDS; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  __VERIFIER_atomic_begin();
  const int largest = i > j ? i : j;
  __VERIFIER_atomic_end();
  if (largest >= LIMIT) reach_error();
  return 0;
}
