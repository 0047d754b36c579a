/* Each phase reads what the neighbours wrote in the phase before. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 2
#define PHASES 2

static pthread_barrier_t barrier;
static int cell[2][WORKERS];
static int serial[WORKERS];

static void* run(void* arg) {
  int me = *(int*)arg;
  for (int phase = 0; phase < PHASES; phase++) {
    int *from = cell[phase % 2], *to = cell[(phase + 1) % 2];
    to[me] = from[me] + from[(me + 1) % WORKERS];
    int rc = pthread_barrier_wait(&barrier);
    assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD) serial[me]++;
  }
  return NULL;
}

int main(void) {
  pthread_t thread[WORKERS];
  int id[WORKERS];
  cell[0][0] = cell[0][1] = 1;
  pthread_barrier_init(&barrier, NULL, WORKERS);
  for (int i = 0; i < WORKERS; i++) {
    id[i] = i;
    pthread_create(&thread[i], NULL, run, &id[i]);
  }
  for (int i = 0; i < WORKERS; i++) pthread_join(thread[i], NULL);
  assert(cell[0][0] == 4 && cell[0][1] == 4);
  assert(serial[0] + serial[1] == PHASES);
  return pthread_barrier_destroy(&barrier);
}
