/* Two threads that write two variables of their own each: nothing races, and every write is a step if asked for.
 * Those of main, which keeps the threads' handles, are not: two threads of two steps each. */
#include <pthread.h>
#include <stdlib.h>

int first[2], second[2];

static void* run(void* argument) {
  const int self = argument != NULL;
  first[self] = 1;
  second[self] = 2;
  return NULL;
}

#ifdef __clang__
__attribute__((disable_sanitizer_instrumentation))
#else
__attribute__((no_sanitize("thread")))
#endif
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, run, i == 0 ? NULL : first);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
