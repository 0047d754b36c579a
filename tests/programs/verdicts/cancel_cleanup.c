// A cancelled thread leaves through its cleanup handler. RACY: main looks at what that does before it joins.
#include <pthread.h>
#include <unistd.h>

int open_files;

static void close_all(void* unused) {
  (void)unused;
  open_files = 0;  // [close]
}

static void* serve(void* unused) {
  pthread_cleanup_push(close_all, NULL);
  open_files = 2;  // [open]
  for (;;) pause();
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t server;
  pthread_create(&server, NULL, serve, NULL);
  pthread_cancel(server);
#ifdef RACY
  const int early = open_files;  // [early]
#else
  const int early = 0;
#endif
  pthread_join(server, NULL);
  return early + open_files > 4;
}
