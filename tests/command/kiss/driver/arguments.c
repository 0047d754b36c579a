// Functions without a model stand where no path comes; REACHED: one stands where all do.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int counter;

static void* count(void* unused) {
  counter++;
  return unused;
}

int main(int argc, char** argv) {
  int expected = 1;
  pthread_t thread;
  if (argc > 1 && sscanf(argv[1], "%d", &expected) != 1) {
    FILE* usage = fopen("usage", "r");
    if (usage != NULL) fclose(usage);
    return 2;
  }
  pthread_create(&thread, NULL, count, NULL);
  pthread_join(thread, NULL);
  assert(counter == expected);
#ifdef REACHED
  assert(gethostid() == 1);
#endif
  return 0;
}
