#include <assert.h>
#include <pthread.h>
#include "threadpool.h"
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void task(void* p) {
  pthread_mutex_lock(&m);
  done++;
  pthread_mutex_unlock(&m);
}
int main() {
  threadpool_t* p = threadpool_create(2, 4, 0);
  assert(p);
  for (int i = 0; i < 3; i++) assert(!threadpool_add(p, task, 0, 0));
  assert(!threadpool_destroy(p, threadpool_graceful));
  assert(done == 3);
}
