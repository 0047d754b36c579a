/* What threads have for themselves: by key, by _Thread_local, and what a destructor does with it. BUG: one
 * place for all of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int destroyed;
#ifdef BUG
static atomic_int calls;
#else
static _Thread_local int calls;
#endif

static void destroy(void* value) {
  atomic_fetch_add(&destroyed, *(int*)value);
  free(value);
}

static int* mine(void) {
  int* value = pthread_getspecific(key);
  if (!value) {
    value = malloc(sizeof *value);
    *value = 0;
    pthread_setspecific(key, value);
  }
  return value;
}

static void* work(void* argument) {
  (void)argument;
  *mine() += 1;
  calls++;
  *mine() += 1;
  assert(calls == 1);
  assert(*mine() == 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(atomic_load(&destroyed) == 2);
  free(pthread_getspecific(key));
  return 0;
}
