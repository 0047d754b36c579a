// Two pauses in straight-line code are no loop: the thread may look before the other one has run.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&ready, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

// Whether the first two attempts fail.
static int fails_twice(void) {
  if (pthread_mutex_trylock(&mutex) == 0) return pthread_mutex_unlock(&mutex);
  if (pthread_mutex_trylock(&mutex) == 0) return pthread_mutex_unlock(&mutex);
  return 1;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
#if PAUSE == 0
  usleep(1000);
  usleep(1000);
  assert(atomic_load(&ready) || FIXED);
#elif PAUSE == 1
  sched_yield();
  sched_yield();
  sched_yield();
  assert(atomic_load(&ready) || FIXED);
#else
  assert(!fails_twice() || FIXED);
#endif
  pthread_join(thread, NULL);
}
