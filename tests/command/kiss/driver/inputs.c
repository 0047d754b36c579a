/* Fails where the thread is given 3 and main, afterwards, 2. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int flag, mode;

static void* choose(void* unused) {
  const int value = __VERIFIER_nondet_int();
  if (value == 3) flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, choose, 0);
  mode = __VERIFIER_nondet_int();
  if (mode == 2) {
    const int set = flag;
    assert(!set);
  }
  return 0;
}
