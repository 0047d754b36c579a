/* <threads.h>: a stack of one place between two threads, a value per thread with a destructor, a
 * mutex of each kind.
 *
 * BUG=1: `if` instead of `while` around the wait. Assertion, no preemption: the consumer is woken,
 *   but another one takes the item before it has the mutex again.
 * BUG=2: nobody signals. Deadlock, no preemption. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#ifndef BUG
#define BUG 0
#endif

static mtx_t mutex;
static cnd_t filled;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int items, initialised, destroyed;

static void initialise(void) { ++initialised; }
static void destroy(void* value) {
  free(value);
  ++destroyed;
}

static int consume(void* unused) {
  (void)unused;
  call_once(&once, initialise);
  assert(tss_set(key, malloc(8)) == thrd_success && tss_get(key) != NULL);
  mtx_lock(&mutex);
#if BUG == 1
  if (items == 0)
#else
  while (items == 0)
#endif
    cnd_wait(&filled, &mutex);
  assert(items > 0);
  --items;
  mtx_unlock(&mutex);
  return 7;
}

static int produce(void* count) {
  for (int i = 0; i < *(int*)count; ++i) {
    mtx_lock(&mutex);
    ++items;
#if BUG != 2
    cnd_signal(&filled);
#endif
    mtx_unlock(&mutex);
  }
  thrd_exit(-3);
}

static void kinds(void) {
  mtx_t timed, recursive;
  const struct timespec long_ago = {1, 0};
  assert(mtx_init(&timed, mtx_timed) == thrd_success);
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_timedlock(&timed, &long_ago) == thrd_success);
  assert(mtx_timedlock(&timed, &long_ago) == thrd_timedout && mtx_trylock(&timed) == thrd_busy);
  assert(cnd_timedwait(&filled, &timed, &long_ago) == thrd_timedout && mtx_unlock(&timed) == thrd_success);
  assert(mtx_lock(&recursive) == thrd_success && mtx_trylock(&recursive) == thrd_success);
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  mtx_destroy(&recursive);
  mtx_destroy(&timed);
}

int main(void) {
  thrd_t consumers[2], producer;
  int result = 0, count = BUG == 1 ? 1 : 2;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&filled);
  tss_create(&key, destroy);
  kinds();
  for (int i = 0; i < 2; ++i) assert(thrd_create(&consumers[i], consume, NULL) == thrd_success);
  thrd_create(&producer, produce, &count);
  assert(thrd_join(producer, &result) == thrd_success && result == -3);
  if (BUG == 1) { /* the second item, for the consumer that missed the first */
    mtx_lock(&mutex);
    ++items;
    cnd_signal(&filled);
    mtx_unlock(&mutex);
  }
  for (int i = 0; i < 2; ++i) assert(thrd_join(consumers[i], &result) == thrd_success && result == 7);
  assert(initialised == 1 && destroyed == 2);
  thrd_yield();
  assert(thrd_sleep(&(struct timespec){0, 1000}, NULL) == 0);
  assert(thrd_detach(thrd_current()) == thrd_success);
  cnd_destroy(&filled);
  return 0;
}
