/* Two words that are read together without a lock: readers try again when the count has changed. BUG: they do
 * not look at the count again. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int low, high;

static void* write_both(void* argument) {
  (void)argument;
  atomic_fetch_add(&sequence, 1);
  atomic_store(&low, 7);
  atomic_store(&high, 7);
  atomic_fetch_add(&sequence, 1);
  return 0;
}

static void read_both(int* first, int* second) {
  for (;;) {
    const unsigned before = atomic_load(&sequence);
    if (before & 1) {
      sched_yield();
      continue;
    }
    *first = atomic_load(&low);
    *second = atomic_load(&high);
#ifdef BUG
    return;
#else
    if (atomic_load(&sequence) == before) return;
#endif
  }
}

int main(void) {
  pthread_t thread;
  int first, second;
  pthread_create(&thread, 0, write_both, 0);
  read_both(&first, &second);
  assert(first == second);
  pthread_join(thread, 0);
  return 0;
}
