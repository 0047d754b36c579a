// Statistics of two workers behind a spin lock. RACY: each worker has a lock of its own.
#include <pthread.h>

static pthread_spinlock_t locks[2];
static struct {
  long requests;
  long bytes;
} total;

static void* work(void* number) {
  pthread_spinlock_t* lock = locks;
#ifdef RACY
  lock += *(int*)number;
#endif
  const long bytes = *(int*)number * 512 + 512;
  pthread_spin_lock(lock);
  total.requests++;      // [requests]
  total.bytes += bytes;  // [bytes]
  pthread_spin_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t workers[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_spin_init(&locks[i], PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 2; ++i) pthread_create(&workers[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(workers[i], NULL);
  return total.requests == 0;
}
