#include "tinycthread.h"
#include <assert.h>
static mtx_t m;
static cnd_t c;
static once_flag o = ONCE_FLAG_INIT;
static int ready, inits;
static void init(void) { inits++; }
static int f(void* p) {
  call_once(&o, init);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 7;
}
int main() {
  thrd_t t;
  int r;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, f, 0);
  call_once(&o, init);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, &r);
  assert(r == 7 && inits == 1);
  cnd_destroy(&c);
  mtx_destroy(&m);
}
