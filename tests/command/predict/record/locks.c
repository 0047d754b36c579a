// A mutex, a lock held again by its thread, an attempt that fails, and a read-write lock.
//
// The first schedule of icb has no preemption: main goes on until it has to wait, then 0.1 does, then 0.2.
// 0.1 and 0.2 start when main waits for 0.1; 0.1 runs to its end, since nobody is in its way.
//
// TRACE 0|acq(shared)
// TRACE 0|fork(0.1)
// TRACE 0|rel(shared)
// TRACE 0|racq(both)
// TRACE 0|racq(both)
// TRACE 0|rrel(both)
// 0.1 begins when main waits for it: `both` is still main's for reading.
// TRACE 0.1|acq(again)
// TRACE 0.1|acq(again)
// TRACE 0.1|rel(again)
// TRACE 0.1|rel(again)
// TRACE 0.1|acq(shared)
// TRACE 0.1|w(x)
// TRACE 0.1|rel(shared)
// TRACE 0.1|racq(both)
// TRACE 0.1|rrel(both)
// TRACE 0.1|try(both)
// TRACE 0|join(0.1)
// TRACE 0|rrel(both)
// TRACE 0|acq(both)
// TRACE 0|r(x)
// TRACE 0|w(x)
// TRACE 0|rel(both)
#define _GNU_SOURCE
#include <pthread.h>

int x;
pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t handle;

static void* child(void* argument) {
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  pthread_mutex_lock(&shared);
  x = 1;
  pthread_mutex_unlock(&shared);
  pthread_rwlock_rdlock(&both);
  pthread_rwlock_unlock(&both);
  pthread_rwlock_trywrlock(&both);
  return argument;
}

int main(void) {
  pthread_mutex_lock(&shared);
  pthread_create(&handle, 0, child, 0);
  pthread_mutex_unlock(&shared);
  pthread_rwlock_rdlock(&both);
  pthread_rwlock_rdlock(&both);
  pthread_rwlock_unlock(&both);
  pthread_join(handle, 0);
  pthread_rwlock_unlock(&both);
  pthread_rwlock_wrlock(&both);
  x++;
  pthread_rwlock_unlock(&both);
  return 0;
}
