// Asks for an io_uring, and does without one where the kernel has none.
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* body(void* unused) {
  char parameters[120];
  memset(parameters, 0, sizeof parameters);
  const long ring = syscall(SYS_io_uring_setup, 8, parameters);
  if (ring >= 0) close((int)ring);
  pthread_mutex_lock(&mutex);
  total += ring >= 0 || errno != ENOSYS;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, body, 0);
  body(0);
  pthread_join(thread, 0);
  return total;
}
