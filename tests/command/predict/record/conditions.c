// Waits that end by a signal, by a broadcast, and by their time.
//
// Main starts both and waits for 0.1; 0.1 waits on the condition, then 0.2 does, with the lock that 0.1 gave up.
// Nobody is enabled but the timed wait of 0.3, which ends by its time.
//
// TRACE 0|fork(0.1)
// TRACE 0|fork(0.2)
// TRACE 0|fork(0.3)
// TRACE 0.1|acq(lock)
// TRACE 0.1|wait(changed,lock)
// TRACE 0.2|acq(lock)
// TRACE 0.2|wait(changed,lock)
// TRACE 0.3|acq(lock)
// TRACE 0.3|wait(never,lock)
// TRACE 0.3|timeout(never,lock)
// TRACE 0.3|notify(changed)
// TRACE 0.3|notifyall(changed)
// TRACE 0.3|rel(lock)
// TRACE 0.1|wake(changed,lock)
// TRACE 0.1|rel(lock)
// TRACE 0|join(0.1)
// TRACE 0.2|wake(changed,lock)
// TRACE 0.2|rel(lock)
// TRACE 0|join(0.2)
// TRACE 0|join(0.3)
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
static pthread_t handles[3];

static void* waits(void* argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void* wakes(void* argument) {
  static const struct timespec soon = {0, 0};
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&never, &lock, &soon);
  pthread_cond_signal(&changed);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_create(&handles[0], 0, waits, 0);
  pthread_create(&handles[1], 0, waits, 0);
  pthread_create(&handles[2], 0, wakes, 0);
  for (int i = 0; i < 3; ++i) pthread_join(handles[i], 0);
  return 0;
}
