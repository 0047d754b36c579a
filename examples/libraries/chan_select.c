#include <assert.h>
#include <pthread.h>
#include "chan.h"
static void* producer(void* c) {
  chan_send(c, (void*)1);
  return 0;
}
int main() {
  chan_t* c[2] = {chan_init(0), chan_init(0)};
  pthread_t t[2];
  void* m;
  long sum = 0;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, producer, c[i]);
  for (int i = 0; i < 2; i++) {
    switch (chan_select(c, 2, &m, 0, 0, 0)) {
      case 0:
      case 1: sum += (long)m; break;
      default: i--;
    }
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(sum == 2);
}
