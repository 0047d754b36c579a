/* Wrong: every access is atomic, the increment is not.
 * Least bound 1, assertion: one thread has to be interrupted between its load and its store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;

static void* count(void* unused) {
  (void)unused;
  int n = atomic_load(&hits);
  atomic_store(&hits, n + 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&hits) == 2);
  return 0;
}
