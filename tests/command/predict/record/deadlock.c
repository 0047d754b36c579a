// Two locks in two orders. The first schedule of icb goes well. A deadlock takes one preemption, and that can
// only be of main while it has `first`: the schedule that run finds is recorded up to where nobody could go on.
//
// TRACE 0|fork(0.1)
// TRACE 0|acq(first)
// TRACE 0.1|acq(second)
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_t handle;

static void* child(void* argument) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return argument;
}

int main(void) {
  pthread_create(&handle, 0, child, 0);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_join(handle, 0);
  return 0;
}
