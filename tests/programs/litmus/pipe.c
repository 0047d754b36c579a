// Main writes ITEMS bytes into a pipe, a thread reads them one by one. With the creation as an opening
// bracket, and main's writes as more of them, the thread's start and its reads are closing ones: the n-th
// read comes after the n-th write, the start after the creation. So the interleavings are the Dyck words of
// ITEMS + 1 pairs: 2, 5, 14 for 1, 2, 3 items. Where main is done writing it waits for the thread.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* drain(void* unused) {
  char byte;
  for (int i = 0; i < ITEMS; ++i)
    if (read(ends[0], &byte, 1) != 1) _exit(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, NULL, drain, NULL);
  for (int i = 0; i < ITEMS; ++i)
    if (write(ends[1], "x", 1) != 1) return 1;
  pthread_join(thread, NULL);
  return 0;
}
