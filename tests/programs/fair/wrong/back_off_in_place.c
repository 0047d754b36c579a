// Two who want the same thing: each says so, and backs off while the other does, longer each time up to a
// limit. Nobody takes back what it said, so that backing off changes nothing for the other. Livelock.
//
// Least preemptions 1: one is preempted when it has said so, and each sees the other from then on. 0 is not
//   enough: main is through before it blocks in the join, and takes back what it said.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_int wants[2];

static void* enter(void* argument) {
  const int me = number_of(argument);
  int patience = 1;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[!me])) {
    for (int n = 0; n < patience; ++n) sched_yield();
    if (patience < 4) patience *= 2;
  }
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) { run_both(enter, enter); }
