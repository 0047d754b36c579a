// Two threads that both find the pointer, or the count, as it was: by reach_error(), by __VERIFIER_error(), by a block
// that is freed twice. RIGHT: under a lock.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_error(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int *block;

static void *work(void *unused) {
  int *found;
#ifdef RIGHT
  pthread_mutex_lock(&mutex);
#endif
  count = count + 1;
  found = block;
  if (found) {
    block = NULL;
#ifdef TWICE
    free(found);
#endif
  }
#ifdef RIGHT
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t one, other;
  block = malloc(sizeof *block);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
#ifdef REACHED
  if (count != 2) reach_error();
#endif
#ifdef ERROR
  if (count != 2) __VERIFIER_error();
#endif
  return 0;
}
