// A volatile flag, as in old code: its own races are not reported. RACY: what it is meant to protect is
// plain.
#include <pthread.h>
#include <sched.h>

static volatile int stop;
#ifdef RACY
int rounds;
#else
volatile int rounds;
#endif

static void* spin(void* unused) {
  rounds = 10;  // [rounds]
  while (!stop) sched_yield();
  return unused;
}

int main(void) {
  pthread_t spinner;
  pthread_create(&spinner, NULL, spin, NULL);
  const int seen = rounds;  // [look]
  stop = 1;
  pthread_join(spinner, NULL);
  return seen > 10;
}
