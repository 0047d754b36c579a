// A barrier with a sense: the last who comes turns it, the others wait until it is turned.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_int missing = 2, sense;
static int done[2];

static void wait_for_all(int* mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&missing, 1) == 1) {
    atomic_store(&missing, 2);
    atomic_store(&sense, *mine);
  } else {
    while (atomic_load(&sense) != *mine) PAUSE();
  }
}

static void* work(void* argument) {
  const int me = number_of(argument);
  int mine = 0;
  for (int phase = 1; phase <= 2; ++phase) {
    done[me] = phase;
    wait_for_all(&mine);
    assert(done[!me] == phase);
    wait_for_all(&mine);
  }
  return NULL;
}

int main(void) { run_both(work, work); }
