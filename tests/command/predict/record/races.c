// An update that is lost in one schedule out of three, with what is read and written on the way: the schedule
// of the race is recorded, in which only some accesses were steps; in the trace all are.
//
// TRACE 0|fork(0.1)
// TRACE 0|r(x)
// TRACE 0|w(x)
// TRACE 0.1|r(x)
// TRACE 0.1|w(x)
// TRACE 0|join(0.1)
#include <pthread.h>

int x;
static pthread_t handle;

static void* child(void* argument) {
  x++;
  return argument;
}

int main(void) {
  pthread_create(&handle, 0, child, 0);
  x++;
  pthread_join(handle, 0);
  return 0;
}
