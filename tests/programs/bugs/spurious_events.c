/* Programs that are right only as long as nothing fails or wakes up for no reason.
 *
 * WHIM=1, --spurious: a condition wait. BUG=1: `if` around it. Assertion, no preemption.
 * WHIM=2, --try-fails: a try-lock, in a loop. BUG=1: no loop, nobody else has the lock. Assertion, no
 *   preemption.
 * WHIM=3, --weak-cas: a counter, in a loop. BUG=1: no loop. Assertion, no preemption. The call is spelt
 *   out: clang's instrumentation does not tell weak from strong.
 * WHIM=4, --spurious: the same as 1 with a futex. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif

int __tsan_atomic32_compare_exchange_weak(volatile unsigned*, unsigned*, unsigned, int, int);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static unsigned word;

#if WHIM == 1
static void* wait_for_it(void* unused) {
  pthread_mutex_lock(&mutex);
#if BUG == 1
  if (!ready)
#else
  while (!ready)
#endif
    pthread_cond_wait(&condition, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* bring_it(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}
#elif WHIM == 2
static void* wait_for_it(void* unused) {
#if BUG == 1
  assert(pthread_mutex_trylock(&mutex) == 0);
#else
  if (pthread_mutex_trylock(&mutex) != 0) return unused;
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* bring_it(void* unused) {
#if BUG == 0
  wait_for_it(unused);
#endif
  return unused;
}
#elif WHIM == 3
static void* wait_for_it(void* unused) {
  unsigned seen = 0;
#if BUG == 1
  assert(__tsan_atomic32_compare_exchange_weak(&word, &seen, 1, 5, 5));
#else
  while (!__tsan_atomic32_compare_exchange_weak(&word, &seen, seen + 1, 5, 5)) {
  }
#endif
  return unused;
}

static void* bring_it(void* unused) {
#if BUG == 0
  wait_for_it(unused);
#endif
  return unused;
}
#elif WHIM == 4
static void* wait_for_it(void* unused) {
#if BUG == 1
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  assert(word == 1);
#else
  while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
#endif
  return unused;
}

static void* bring_it(void* unused) {
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return unused;
}
#endif

int main(void) {
  pthread_t threads[2];
  (void)ready, (void)condition, (void)word;
  pthread_create(&threads[0], NULL, wait_for_it, NULL);
  pthread_create(&threads[1], NULL, bring_it, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
