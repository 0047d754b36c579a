// A mutex that spins a little and then waits in the kernel: 0 free, 1 held, 2 held and somebody waits.
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../two_threads.h"

static atomic_int state;
static int counter;

static void lock(void) {
  for (int tries = 0; tries < 3; ++tries) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&state, &expected, 1)) return;
    PAUSE();
  }
  while (atomic_exchange(&state, 2) != 0) syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void unlock(void) {
  if (atomic_exchange(&state, 0) == 2) syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void* count(void* unused) {
  lock();
  ++counter;
  unlock();
  return unused;
}

int main(void) {
  run_both(count, count);
  assert(counter == 2);
}
