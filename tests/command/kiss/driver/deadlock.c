/* Two threads take two locks, in different orders unless ORDERED. */
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void* backwards(void* unused) {
#ifdef ORDERED
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
#else
  pthread_mutex_lock(&second);

  pthread_mutex_lock(&first);
#endif
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, backwards, 0);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_join(thread, 0);
  return 0;
}
