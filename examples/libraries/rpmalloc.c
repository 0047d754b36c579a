#include "rpmalloc.h"
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void* f(void* p) {
  rpmalloc_thread_initialize();
  rpfree(p);
  char* q = rpmalloc(100);
  memset(q, 1, 100);
  rpmalloc_thread_finalize();
  return q;
}
int main() {
  rpmalloc_initialize(0);
  char *a = rpmalloc(24), *b = rpmalloc(24);
  memset(b, 2, 24);
  pthread_t t;
  void* q;
  pthread_create(&t, 0, f, a);
  char* c = rpmalloc(24);
  memset(c, 3, 24);
  rpfree(b);
  pthread_join(t, &q);
  assert(((char*)q)[99] == 1 && c[23] == 3);
  rpfree(q);
  rpfree(c);
  rpmalloc_finalize();
}
