/* A mutex is destroyed while a thread is on its way to it.
 *
 * BUG=1: before the thread is joined. Misuse, least preemptions 0: main destroys it and blocks in join; then
 * the thread locks what is no mutex any more. */
#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t mutex;
static int entries;

static void* enter(void* argument) {
  pthread_mutex_lock(&mutex);
  ++entries;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int round = 0; round < 2; ++round) { /* what is initialised again is a mutex again */
    pthread_mutex_init(&mutex, 0);
    pthread_create(&thread, 0, enter, 0);
    if (BUG == 1) pthread_mutex_destroy(&mutex);
    pthread_join(thread, 0);
    if (BUG == 0) pthread_mutex_destroy(&mutex);
  }
  return entries - 2;
}
