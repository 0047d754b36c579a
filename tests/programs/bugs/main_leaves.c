/* Main leaves by pthread_exit: whichever of the others ends last ends the process, in every order.
 *
 * BUG=1: the handler at exit wants both threads to have counted, but one of them ends the process itself. Assertion, least
 *   preemptions 0: that one runs first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int counted;

static void check(void) { assert(counted == 2); }

static void* count(void* hurry) {
  counted++;
  if (hurry != NULL) exit(0);
  return NULL;
}

int main(void) {
  static int hurry;
  pthread_t thread;
  atexit(check);
#if BUG == 1
  pthread_create(&thread, NULL, count, &hurry);
#else
  (void)hurry;
  pthread_create(&thread, NULL, count, NULL);
#endif
  pthread_create(&thread, NULL, count, NULL);
  pthread_detach(thread);
  pthread_exit(NULL);
}
