// A mutex out of a futex, as in "Futexes Are Tricky": 0 free, 1 taken, 2 taken and somebody may sleep.
// BUG=1: a sleeper takes it as 1, and forgets that another one may sleep.
// BUG=2: sleeps whatever the word says.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif
#ifndef THREADS
#define THREADS 2
#endif

static _Atomic int word;
static int inside, visits;

static int exchange_if_free(void) {
  int free = 0;
  atomic_compare_exchange_strong(&word, &free, 1);
  return free;
}

static void lock(void) {
  int seen = exchange_if_free();
  if (seen == 0) return;
  if (seen != 2) seen = atomic_exchange(&word, 2);
  while (seen != 0) {
    int expected = BUG == 2 ? atomic_load(&word) : 2;
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
    seen = atomic_exchange(&word, BUG == 1 ? 1 : 2);
  }
}

static void unlock(void) {
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void* visit(void* unused) {
  lock();
  assert(inside++ == 0);
  ++visits;
  inside--;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, visit, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(visits == THREADS);
  return 0;
}
