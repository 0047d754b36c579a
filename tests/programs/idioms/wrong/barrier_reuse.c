/* Wrong: a barrier that is used again before everybody has left it.
 * Least bound 0, deadlock: the last to arrive resets the count, goes on into the second phase and counts
 * itself before the first has woken up; that one finds the count not zero and sleeps again. The switches are
 * at blocks. */
#include <pthread.h>
#include <stddef.h>

#define PARTIES 2

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier(void) {
  pthread_mutex_lock(&m);
  if (++arrived == PARTIES) {
    arrived = 0;
    pthread_cond_broadcast(&c);
  } else {
    while (arrived != 0) pthread_cond_wait(&c, &m);
  }
  pthread_mutex_unlock(&m);
}

static void* phases(void* unused) {
  (void)unused;
  barrier();
  barrier();
  return NULL;
}

int main(void) {
  pthread_t t[PARTIES];
  for (int i = 0; i < PARTIES; i++) pthread_create(&t[i], NULL, phases, NULL);
  for (int i = 0; i < PARTIES; i++) pthread_join(t[i], NULL);
  return 0;
}
