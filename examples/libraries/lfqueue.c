#include "lfqueue.h"
#include <assert.h>
#include <pthread.h>
static lfqueue_t q;
static void* f(void* p) {
  lfqueue_enq(&q, p);
  return lfqueue_deq(&q);
}
int main() {
  lfqueue_init(&q);
  pthread_t t;
  void* r;
  pthread_create(&t, 0, f, (void*)1);
  long s = (long)f((void*)2);
  pthread_join(t, &r);
  s += (long)r;
  void* v;
  while ((v = lfqueue_deq(&q))) s += (long)v;
  assert(s == 3);
}
