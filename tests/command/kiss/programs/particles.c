/* A structure of arrays with a spin lock per row. BUG: a row is moved under the lock of its neighbour. */
#include <assert.h>
#include <pthread.h>

enum { ROWS = 2 };
struct particles {
  pthread_spinlock_t locks[ROWS];
  int x[ROWS], y[ROWS];
};
static struct particles particles;

static void move(struct particles* p, int row, int by) {
#ifdef BUG
  pthread_spinlock_t* const lock = &p->locks[by > 1 ? 1 - row : row];
#else
  pthread_spinlock_t* const lock = &p->locks[row];
#endif
  pthread_spin_lock(lock);
  p->x[row] += by;
  p->y[row] -= by;
  assert(p->x[row] + p->y[row] == 0);
  pthread_spin_unlock(lock);
}

static void* work(void* argument) {
  (void)argument;
  move(&particles, 0, 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < ROWS; i++) pthread_spin_init(&particles.locks[i], PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, 0, work, 0);
  move(&particles, 0, 1);
  pthread_join(thread, 0);
  assert(particles.x[0] == 3);
  return 0;
}
