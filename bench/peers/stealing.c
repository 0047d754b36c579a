/* A small work-stealing queue in C11 (Chase and Lev, without growing): the owner puts two jobs and takes two, a thief tries twice. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { kSize = 4 };
static atomic_int head, tail, cells[kSize];

static void put(int job) {
  const int at = atomic_load(&tail);
  atomic_store(&cells[at % kSize], job);
  atomic_store(&tail, at + 1);
}

static int take(void) {
  const int at = atomic_load(&tail) - 1;
  atomic_store(&tail, at);
  int first = atomic_load(&head);
  if (first < at) return atomic_load(&cells[at % kSize]);
  int job = 0;
  if (first == at) {
    job = atomic_load(&cells[at % kSize]);
    if (!atomic_compare_exchange_strong(&head, &first, first + 1)) job = 0;
  }
  atomic_store(&tail, at + 1);
  return job;
}

static int steal(void) {
  int first = atomic_load(&head);
  if (first >= atomic_load(&tail)) return 0;
  const int job = atomic_load(&cells[first % kSize]);
  return atomic_compare_exchange_strong(&head, &first, first + 1) ? job : 0;
}

static void* thief(void* unused) {
  (void)unused;
  steal();
  steal();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thief, NULL);
  put(1);
  put(2);
  take();
  take();
  pthread_join(thread, NULL);
  return 0;
}
