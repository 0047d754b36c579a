/* A process is copied while another thread writes. What the child has decides how it ends, and that its parent learns. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int written;

static void *write_it(void *argument) {
  atomic_store(&written, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_it, 0);
#ifdef JOINED
  pthread_join(thread, 0);
#endif
  const pid_t child = fork();
  if (child == 0) _exit(atomic_load(&written));
  int status = 0;
  waitpid(child, &status, 0);
#ifdef JOINED
  assert(WEXITSTATUS(status) == 1);
#else
  pthread_join(thread, 0);
#ifdef WRONG
  assert(WEXITSTATUS(status) == 0);
#endif
#endif
  return 0;
}
