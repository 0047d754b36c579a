// A loop whose end is shared, four times round: --loops 4 comes past it, --loops 3 does not, and says so.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int rounds = 4, counter;

static void* count(void* unused) {
  for (int i = 0; i < rounds; i++) counter++;
  assert(counter != 4);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t thread;
  (void)argv;
  if (argc > 1) rounds = argc;
  pthread_create(&thread, NULL, count, NULL);
  pthread_join(thread, NULL);
  return 0;
}
