/* Main destroys a mutex that the thread may hold. The model takes that for a step; the program does it as
 * soon as it has created the thread, which then locks what is no mutex any more: another finding, at another
 * line. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* hold(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, hold, 0);
  pthread_mutex_destroy(&mutex);
  pthread_join(thread, 0);
  return 0;
}
