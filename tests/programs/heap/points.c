/* Two threads, each of which allocates a block and frees it; main creates both, then joins both. */
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  void* volatile block = malloc(24);
  free(block);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
