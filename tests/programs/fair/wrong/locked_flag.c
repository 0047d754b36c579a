// A loop that locks, looks at a flag and unlocks, without giving way. Good-samaritan: a lock that is free is
// no wait, and nothing makes the thread stop.
//
// Least preemptions 0: main blocks in the join, and the one who waits starts first.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool flag;

static bool is_set(void) {
  pthread_mutex_lock(&mutex);
  const bool set = flag;
  pthread_mutex_unlock(&mutex);
  return set;
}

static void* wait_for_it(void* unused) {
  while (!is_set()) {
  }
  return unused;
}

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  flag = true;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, wait_for_it, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
