// A ticket lock: whoever comes draws a number and waits until it is served.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_uint next_ticket, now_served;
static int counter;

static void* count(void* unused) {
  for (int times = 0; times < 2; ++times) {
    const unsigned ticket = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_served) != ticket) PAUSE();
    ++counter;
    atomic_store(&now_served, ticket + 1);
  }
  return unused;
}

int main(void) {
  run_both(count, count);
  assert(counter == 4);
}
