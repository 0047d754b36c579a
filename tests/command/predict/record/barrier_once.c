// A barrier, whose last thread to arrive leaves at once, and an initialiser that runs once: it has a lock, and
// whoever comes later reads that it is done.
//
// TRACE 0|fork(0.1)
// TRACE 0|acq(done)
// TRACE 0|u(once:done)
// TRACE 0|w(x)
// TRACE 0|rel(done)
// TRACE 0|arrive(meeting,2)
// TRACE 0.1|arrive(meeting,2)
// TRACE 0.1|leave(meeting,2)
// TRACE 0.1|acq(done)
// TRACE 0.1|r(once:done)
// TRACE 0.1|rel(done)
// TRACE 0.1|r(x)
// TRACE 0.1|w(x)
// TRACE 0|leave(meeting,2)
// TRACE 0|join(0.1)
#include <pthread.h>

int x;
pthread_once_t done = PTHREAD_ONCE_INIT;
pthread_barrier_t meeting;
static pthread_t handle;

static void initialise(void) { x = 1; }

static void* child(void* argument) {
  pthread_barrier_wait(&meeting);
  pthread_once(&done, initialise);
  x += 2;
  return argument;
}

int main(void) {
  pthread_barrier_init(&meeting, 0, 2);
  pthread_create(&handle, 0, child, 0);
  pthread_once(&done, initialise);
  pthread_barrier_wait(&meeting);
  pthread_join(handle, 0);
  return 0;
}
