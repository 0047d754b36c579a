#include <assert.h>
#include <pthread.h>
#include "thpool.h"
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void inc(void* p) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}
int main() {
  threadpool t = thpool_init(2);
  for (int i = 0; i < 2; i++) thpool_add_work(t, inc, 0);
  thpool_wait(t);
  assert(x == 2);
  thpool_destroy(t);
}
