#include <assert.h>
#include <pthread.h>
#include "queue.h"
static queue_t* q;
static handle_t* h[2];
static void* run(void* p) {
  long i = (long)p;
  enqueue(q, h[i], (void*)(i + 1));
  return dequeue(q, h[i]);
}
int main() {
  q = align_malloc(4096, sizeof(queue_t));
  queue_init(q, 2);
  for (int i = 0; i < 2; i++) {
    h[i] = align_malloc(4096, sizeof(handle_t));
    queue_register(q, h[i], i);
  }
  pthread_t t;
  void* r;
  pthread_create(&t, 0, run, (void*)1);
  long a = (long)run(0);
  pthread_join(t, &r);
  assert(a + (long)r == 3);
}
