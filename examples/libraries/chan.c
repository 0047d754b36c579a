#include "chan.h"
#include <assert.h>
#include <pthread.h>
static void* producer(void* c) {
  chan_send(c, (void*)1);
  chan_send(c, (void*)2);
  chan_close(c);
  return 0;
}
int main(int argc, char** argv) {
  chan_t* c = chan_init(argc > 1 ? 1 : 0);
  pthread_t t;
  void* m;
  long want = 0;
  pthread_create(&t, 0, producer, c);
  while (chan_recv(c, &m) == 0) assert((long)m == ++want);
  pthread_join(t, 0);
  assert(want == 2);
  chan_dispose(c);
}
