/* One thread waits for another. BUG: it asks whether it has to wait before it holds the lock, and the signal
 * comes in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready_now = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* prepare(void* argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  atomic_store(&ready, 1);
  pthread_cond_broadcast(&ready_now);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, prepare, 0);
#ifdef BUG
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&ready_now, &lock);
    pthread_mutex_unlock(&lock);
  }
#else
  pthread_mutex_lock(&lock);
  while (!atomic_load(&ready)) pthread_cond_wait(&ready_now, &lock);
  pthread_mutex_unlock(&lock);
#endif
  assert(atomic_load(&ready));
  pthread_join(thread, 0);
  return 0;
}
