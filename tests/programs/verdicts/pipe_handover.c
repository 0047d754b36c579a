// What was written before a byte went into a pipe is there for whoever reads the byte. RACY: written after
// it.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
int request;

static void* ask(void* unused) {
#ifndef RACY
  request = 80;
#endif
  if (write(ends[1], "r", 1) != 1) return unused;
#ifdef RACY
  request = 80;  // [ask]
#endif
  return unused;
}

int main(void) {
  pthread_t client;
  char byte = 0;
  if (pipe(ends) != 0) return 2;
  pthread_create(&client, NULL, ask, NULL);
  if (read(ends[0], &byte, 1) != 1) return 2;
  const int port = request;  // [serve]
  pthread_join(client, NULL);
  return port > 80;
}
