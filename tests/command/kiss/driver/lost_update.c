/* Two threads that count, without a lock unless LOCKED. */
#include <assert.h>
#include <pthread.h>
static int counter;
#ifdef LOCKED
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define COUNT (pthread_mutex_lock(&mutex), counter++, pthread_mutex_unlock(&mutex))
#else
#define COUNT counter++
#endif
static void* count(void* unused) {
  COUNT;
  return unused;
}

static void join(pthread_t thread) {
  void* result;
  pthread_join(thread, &result);
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  join(first);
  join(second);
  const int total = counter;
  assert(total == 2);
  return 0;
}
