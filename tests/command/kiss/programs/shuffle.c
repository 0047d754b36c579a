/* Work in an order that rand() gives; what the GNU C library gives is what counts. BUG: the cursor is read
 * and moved in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ITEMS = 3 };
static int order[ITEMS];
static atomic_int cursor, taken[ITEMS];

static void shuffle(void) {
  srand(7);
  for (int i = 0; i < ITEMS; i++) order[i] = i;
  for (int i = ITEMS - 1; i > 0; i--) {
    const int at = rand() % (i + 1), swap = order[i];
    order[i] = order[at];
    order[at] = swap;
  }
}

static void* work(void* argument) {
  (void)argument;
#ifdef BUG
  const int at = atomic_load(&cursor);
  atomic_store(&cursor, at + 1);
#else
  const int at = atomic_fetch_add(&cursor, 1);
#endif
  if (at < ITEMS) assert(atomic_fetch_add(&taken[order[at]], 1) == 0);
  return 0;
}

int main(void) {
  shuffle();
  srand(1);
  assert(rand() == 1804289383 && rand() == 846930886);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
