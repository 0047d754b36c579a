// Peterson's mutual exclusion of two: each says that it wants to, and lets the other go first.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_int wants[2], first;
static int counter;

static void* count(void* argument) {
  const int me = number_of(argument), other = !me;
  for (int times = 0; times < 2; ++times) {
    atomic_store(&wants[me], 1);
    atomic_store(&first, other);
    while (atomic_load(&wants[other]) && atomic_load(&first) == other) PAUSE();
    ++counter;
    atomic_store(&wants[me], 0);
  }
  return NULL;
}

int main(void) {
  run_both(count, count);
  assert(counter == 4);
}
