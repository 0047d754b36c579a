/* The other ways to wait for a thread, and what can be asked of one.
 *
 * BUG=1: a thread is joined twice. Misuse, no preemption.
 * BUG=2: a thread is detached, and joined when it has ended. Misuse, least preemptions 1: main has
 *   to be left for it between the two; before that, the join is refused. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec kLongAgo = {1, 0};
static pthread_t main_thread;

static void* pass_gate(void* value) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return value;
}

static void* join_main(void* unused) {
  assert(pthread_join(main_thread, NULL) == EDEADLK);
  return unused;
}

static void ask(pthread_t thread) {
  cpu_set_t one, some;
  CPU_ZERO(&one);
  assert(pthread_setaffinity_np(thread, sizeof one, &one) == EINVAL);
  CPU_SET(0, &one);
  assert(pthread_getaffinity_np(thread, sizeof some, &some) == 0 && CPU_COUNT(&some) > 0);
  assert(pthread_setaffinity_np(thread, sizeof one, &one) == 0);
  assert(pthread_getaffinity_np(thread, sizeof some, &some) == 0 && CPU_EQUAL(&one, &some));
  struct sched_param parameters = {.sched_priority = 5};
  int policy = -1;
  clockid_t clock;
  assert(pthread_setschedparam(thread, SCHED_OTHER, &parameters) == EINVAL);
  assert(pthread_setschedparam(thread, SCHED_RR, &parameters) == 0 && pthread_setschedprio(thread, 6) == 0);
  assert(pthread_getschedparam(thread, &policy, &parameters) == 0 && policy == SCHED_RR);
  assert(parameters.sched_priority == 6 && pthread_getcpuclockid(thread, &clock) == 0);
  char name[16];
  assert(pthread_setname_np(thread, "a name") == 0 && pthread_getname_np(thread, name, sizeof name) == 0);
}

static void sizes(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
  assert(pthread_create(&thread, &attributes, pass_gate, NULL) == 0 && pthread_join(thread, NULL) == 0);
  assert(pthread_attr_setstacksize(&attributes, (size_t)1 << 40) == 0);
  assert(pthread_create(&thread, &attributes, pass_gate, NULL) == EAGAIN);
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  main_thread = pthread_self();
  assert(pthread_join(main_thread, NULL) == EDEADLK);
  pthread_mutex_lock(&gate);
  pthread_create(&thread, NULL, pass_gate, &result);
  ask(thread);
  assert(pthread_tryjoin_np(thread, &result) == EBUSY);
  assert(pthread_timedjoin_np(thread, &result, &kLongAgo) == ETIMEDOUT);
  assert(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &kLongAgo) == ETIMEDOUT);
  pthread_mutex_unlock(&gate);
  const int error = pthread_timedjoin_np(thread, &result, &kLongAgo);
  assert(error == 0 || error == ETIMEDOUT);
  if (error != 0) {
    const int again = pthread_tryjoin_np(thread, &result);
    assert(again == 0 || again == EBUSY);
    if (again != 0) assert(pthread_join(thread, &result) == 0);
  }
  assert(result == &result);
#if BUG == 1
  pthread_join(thread, NULL);
#endif
  sizes();
  pthread_create(&thread, NULL, join_main, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, pass_gate, NULL);
  assert(pthread_detach(thread) == 0);
#if BUG == 2
  assert(pthread_join(thread, NULL) == EINVAL);
#endif
  return 0;
}
