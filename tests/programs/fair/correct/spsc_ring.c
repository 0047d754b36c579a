// A ring for one producer and one consumer: full and empty are waited for in a loop.
#include <stdatomic.h>

#include "../two_threads.h"

enum { kRoom = 2, kItems = 3 };

static int ring[kRoom];
static atomic_uint head, tail;

static void* produce(void* unused) {
  for (unsigned n = 0; n < kItems; ++n) {
    while (n - atomic_load_explicit(&head, memory_order_acquire) == kRoom) PAUSE();
    ring[n % kRoom] = (int)n + 1;
    atomic_store_explicit(&tail, n + 1, memory_order_release);
  }
  return unused;
}

static void* consume(void* unused) {
  for (unsigned n = 0; n < kItems; ++n) {
    while (atomic_load_explicit(&tail, memory_order_acquire) == n) PAUSE();
    assert(ring[n % kRoom] == (int)n + 1);
    atomic_store_explicit(&head, n + 1, memory_order_release);
  }
  return unused;
}

int main(void) { run_both(produce, consume); }
