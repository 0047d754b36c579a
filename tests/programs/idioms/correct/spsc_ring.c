/* Lamport's ring for one producer and one consumer. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2u /* a power of two */

typedef struct {
  _Atomic unsigned head, tail;
  int slot[SIZE];
} ring_t;

static ring_t ring;

static bool ring_put(ring_t* r, int v) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&r->head, memory_order_acquire) == SIZE) return false;
  r->slot[tail & (SIZE - 1)] = v;
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return true;
}

static bool ring_get(ring_t* r, int* v) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&r->tail, memory_order_acquire)) return false;
  *v = r->slot[head & (SIZE - 1)];
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return true;
}

static void* produce(void* unused) {
  (void)unused;
  for (int i = 1; i <= 3; i++)
    while (!ring_put(&ring, i)) sched_yield();
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int expected = 1, v; expected <= 3; expected++) {
    while (!ring_get(&ring, &v)) sched_yield();
    assert(v == expected);
  }
  pthread_join(producer, NULL);
  return 0;
}
