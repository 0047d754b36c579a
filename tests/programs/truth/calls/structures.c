/* Two threads assign what a function returns, a structure of WORDS words. RIGHT: with a mutex. */
#include <pthread.h>

struct value {
  int words[WORDS];
} shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static struct value make(int n) {
  struct value made = {{0}};
  for (int i = 0; i < WORDS; ++i) made.words[i] = n;
  return made;
}

static void *work(void *argument) {
#ifdef RIGHT
  pthread_mutex_lock(&mutex);
#endif
  shared = make(*(int *)argument);
#ifdef RIGHT
  pthread_mutex_unlock(&mutex);
#endif
  return 0;
}

int main(void) {
  int numbers[2] = {1, 2};
  pthread_t one, two;
  pthread_create(&one, 0, work, &numbers[0]);
  pthread_create(&two, 0, work, &numbers[1]);
  pthread_join(one, 0);
  pthread_join(two, 0);
  (void)mutex;
}
