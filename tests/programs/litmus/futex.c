// Main sets the word and wakes one sleeper, THREADS times; each thread waits once for it to be set. A thread
// that comes late does not sleep; one that sleeps when nobody is left to wake it would be a deadlock, but the
// word is set before the first wake.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word;

static void* wait_for_it(void* unused) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, wait_for_it, NULL);
  atomic_store(&word, 1);
  for (int i = 0; i < THREADS; ++i) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
