/* Something that is to happen once. BUG: a flag that two threads can find unset. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int started, flag;
static int table[4];

static void start(void) {
  for (int i = 0; i < 4; i++) table[i] = i * i;
  atomic_fetch_add(&started, 1);
}

static void* use(void* argument) {
  (void)argument;
#ifdef BUG
  if (!atomic_load(&flag)) {
    start();
    atomic_store(&flag, 1);
  }
#else
  (void)flag;
  pthread_once(&once, start);
#endif
  assert(atomic_load(&started) == 1);
  assert(table[3] == 9);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
