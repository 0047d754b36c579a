// A wake-up that is lost, in a program that polls: the sleeper clears the request before it goes to sleep,
// and so also one that was made already. It sleeps and looks for ever. Livelock.
//
// Least preemptions 0: main blocks in the join, the waker runs to its end, and then the sleeper starts.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static atomic_bool requested;

static void* wake(void* unused) {
  atomic_store(&requested, true);
  return unused;
}

static void* sleep_until_woken(void* unused) {
  atomic_store(&requested, false);
  while (!atomic_load(&requested)) usleep(1000);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, wake, NULL);
  pthread_create(&threads[1], NULL, sleep_until_woken, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
