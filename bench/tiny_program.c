// 2 threads x 3 {lock, unlock}, and nothing else.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* work(void* nothing) {
  for (int n = 0; n < 3; ++n) {
    pthread_mutex_lock(&mutex);
    ++count;
    pthread_mutex_unlock(&mutex);
  }
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int n = 0; n < 2; ++n) pthread_create(&threads[n], 0, work, 0);
  for (int n = 0; n < 2; ++n) pthread_join(threads[n], 0);
  return count == 6 ? 0 : 1;
}
