// Dekker's mutual exclusion of two: who is not favoured steps back until the other has had its turn.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_int wants[2], favoured;
static int counter;

static void* count(void* argument) {
  const int me = number_of(argument), other = !me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&favoured) != me) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&favoured) != me) PAUSE();
      atomic_store(&wants[me], 1);
    }
    PAUSE();
  }
  ++counter;
  atomic_store(&favoured, other);
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  run_both(count, count);
  assert(counter == 2);
}
