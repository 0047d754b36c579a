#include <pthread.h>

static void* add(void* counter) {
  __atomic_fetch_add((int*)counter, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int twice_in_threads(void);
int twice_in_threads(void) {
  int counter = 0;
  pthread_t one, two;
  if (pthread_create(&one, 0, add, &counter) != 0 || pthread_create(&two, 0, add, &counter) != 0) return -1;
  pthread_join(one, 0);
  pthread_join(two, 0);
  return counter;
}
