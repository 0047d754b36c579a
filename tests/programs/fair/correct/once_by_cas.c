// A once flag: 0 nobody has begun, 1 somebody is at it, 2 it is done. Who finds 1 waits for 2.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_int state;
static int value;

static void once(void) {
  int expected = 0;
  if (atomic_compare_exchange_strong(&state, &expected, 1)) {
    ++value;
    atomic_store(&state, 2);
    return;
  }
  for (expected = 2; !atomic_compare_exchange_weak(&state, &expected, 2); expected = 2) PAUSE();
}

static void* use(void* unused) {
  for (int times = 0; times < 2; ++times) {
    once();
    assert(value == 1);
  }
  return unused;
}

int main(void) { run_both(use, use); }
