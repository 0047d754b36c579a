/* A store that is told by a table of functions how to lock, primitives among them. BUG: with the table for
 * one thread only. */
#include <assert.h>
#include <pthread.h>

typedef int (*lock_function)(pthread_mutex_t*);
struct locking {
  lock_function enter, leave;
};
static int nothing(pthread_mutex_t* mutex) {
  (void)mutex;
  return 0;
}
static const struct locking for_many = {pthread_mutex_lock, pthread_mutex_unlock};
static const struct locking for_one = {nothing, nothing};

struct store {
  const struct locking* locking;
  pthread_mutex_t mutex;
  int entries;
};
#ifdef BUG
static struct store store = {&for_one, PTHREAD_MUTEX_INITIALIZER, 0};
#else
static struct store store = {&for_many, PTHREAD_MUTEX_INITIALIZER, 0};
#endif

static void* add(void* argument) {
  struct store* const s = argument;
  assert(s->locking == &for_one || s->locking == &for_many);
  s->locking->enter(&s->mutex);
  const int entries = __atomic_load_n(&s->entries, __ATOMIC_SEQ_CST);
  __atomic_store_n(&s->entries, entries + 1, __ATOMIC_SEQ_CST);
  s->locking->leave(&s->mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, &store);
  add(&store);
  pthread_join(thread, 0);
  assert(store.entries == 2);
  return 0;
}
