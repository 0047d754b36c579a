/* Locks and waits with a limit: whoever does not get what it waits for in time does without. BUG=1: it goes
 * on as if it had got it. BUG=2: it takes for granted that it gets the lock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, inside, skipped;

static void* prepare(void* argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  inside++;
  assert(inside == 1);
  ready = 1;
  inside--;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

static int is_over(const struct timespec* deadline) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec > deadline->tv_sec ||
         (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

static void wait_for_it(void) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  if (pthread_mutex_timedlock(&lock, &deadline) != 0) {
    __atomic_fetch_add(&skipped, 1, __ATOMIC_SEQ_CST);
    assert(is_over(&deadline));
#if BUG == 2
    assert(!skipped);
#endif
    return;
  }
  int error = 0;
  while (!ready && error != ETIMEDOUT) error = pthread_cond_timedwait(&changed, &lock, &deadline);
#if BUG == 1
  assert(ready);
#else
  assert(ready || error == ETIMEDOUT);
  assert(error != ETIMEDOUT || is_over(&deadline));
#endif
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, prepare, 0);
  wait_for_it();
  pthread_join(thread, 0);
  assert(pthread_mutex_trylock(&lock) == 0);
  assert(ready);
  pthread_mutex_unlock(&lock);
  return 0;
}
