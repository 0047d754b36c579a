// A lock of one word for readers and a writer: how many read, or -1 while somebody writes.
#include <stdatomic.h>

#include "../two_threads.h"

static atomic_int state;
static int left, right;

static void lock_shared(void) {
  for (;;) {
    int readers = atomic_load(&state);
    if (readers >= 0 && atomic_compare_exchange_strong(&state, &readers, readers + 1)) return;
    PAUSE();
  }
}

static void lock_alone(void) {
  for (int expected = 0; !atomic_compare_exchange_strong(&state, &expected, -1); expected = 0) PAUSE();
}

static void* write(void* unused) {
  for (int times = 0; times < 2; ++times) {
    lock_alone();
    ++left;
    ++right;
    atomic_store(&state, 0);
  }
  return unused;
}

static void* read(void* unused) {
  for (int times = 0; times < 2; ++times) {
    lock_shared();
    assert(left == right);
    atomic_fetch_sub(&state, 1);
  }
  return unused;
}

int main(void) { run_both(write, read); }
