/* A volatile flag that stops another thread, as in old code: it is meant to be changed by others, and its
 * races are not told. BUG: what the flag is meant to protect is not. */
#include <pthread.h>
#include <sched.h>

static volatile int stop;
#ifdef BUG
static int rounds;
#else
static volatile int rounds;
#endif

static void* spin(void* argument) {
  rounds = 10;
  while (!stop) sched_yield();
  return argument;
}

int main(void) {
  pthread_t spinner;
  pthread_create(&spinner, 0, spin, 0);
  const int seen = rounds;
  stop = 1;
  pthread_join(spinner, 0);
  return seen > 10;
}
