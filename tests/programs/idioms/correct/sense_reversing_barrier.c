/* A barrier by hand: the last one flips the sense and wakes the others. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct barrier {
  pthread_mutex_t mutex;
  pthread_cond_t turned;
  unsigned parties, waiting;
  bool sense;
};

static struct barrier gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2, 0, false};
static int round_of[2];

static void barrier_wait(struct barrier* b) {
  pthread_mutex_lock(&b->mutex);
  bool mine = !b->sense;
  if (++b->waiting == b->parties) {
    b->waiting = 0;
    b->sense = mine;
    pthread_cond_broadcast(&b->turned);
  } else {
    while (b->sense != mine) pthread_cond_wait(&b->turned, &b->mutex);
  }
  pthread_mutex_unlock(&b->mutex);
}

static void* party(void* p) {
  long me = (long)p;
  for (int r = 1; r <= 2; r++) {
    round_of[me] = r;
    barrier_wait(&gate);
    if (round_of[1 - me] != r) abort();
    barrier_wait(&gate);
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, party, (void*)1) != 0) return EXIT_FAILURE;
  party((void*)0);
  pthread_join(other, NULL);
  return EXIT_SUCCESS;
}
