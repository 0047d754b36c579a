// Every operation of futex(2) that a library uses, each with what it returns.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic uint32_t a, b, asleep;

static long futex(_Atomic uint32_t* word, int operation, uint32_t value, const void* timeout,
                  _Atomic uint32_t* other, uint32_t third) {
  return syscall(SYS_futex, word, operation, value, timeout, other, third);
}

static void* sleeper(void* bits) {
  long result = futex(&a, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, (uint32_t)(uintptr_t)bits);
  if (result != 0) assert(errno == EAGAIN);
  return NULL;
}

static void refusals(void) {
  struct timespec bad = {0, 1000000000}, soon = {0, 1000};
  assert(futex(&a, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
  assert(futex(&a, FUTEX_WAIT, 0, &bad, NULL, 0) == -1 && errno == EINVAL);
  assert(futex(&a, FUTEX_WAIT_BITSET, 0, NULL, NULL, 0) == -1 && errno == EINVAL);
  assert(futex((_Atomic uint32_t*)((char*)&a + 1), FUTEX_WAKE, 1, NULL, NULL, 0) == -1 && errno == EINVAL);
  assert(futex(&a, FUTEX_WAKE, 1, NULL, NULL, 0) == 0);
  assert(futex(&a, FUTEX_CMP_REQUEUE, 1, (void*)1, &b, 7) == -1 && errno == EAGAIN);

  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  assert(futex(&a, FUTEX_WAIT, 0, &soon, NULL, 0) == -1 && errno == ETIMEDOUT);
  struct timespec until = {before.tv_sec + 5, before.tv_nsec};
  assert(futex(&a, FUTEX_WAIT_BITSET, 0, &until, NULL, 1) == -1 && errno == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec >= until.tv_sec);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 7;
  assert(futex(&a, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, &until, NULL, 1) == -1 && errno == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &after);
  assert(after.tv_sec >= until.tv_sec);
}

// Wakes one of two that sleep, moves the other, and wakes it there.
static void wake_and_move(void) {
  pthread_t threads[2];
  for (uintptr_t i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, sleeper, (void*)(uintptr_t)(1u << i));
  long first = futex(&a, FUTEX_WAKE_BITSET, 1, NULL, NULL, 2);
  long second = futex(&a, FUTEX_CMP_REQUEUE, 0, (void*)INT_MAX, &b, 0);
  assert(first + second <= 2);
  assert(futex(&a, FUTEX_WAKE, INT_MAX, NULL, NULL, 0) <= 2 - first - second);
  // b was 0, so those on it are woken too, and it becomes 3.
  long op = FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_EQ, 0);
  long third = futex(&a, FUTEX_WAKE_OP, INT_MAX, (void*)INT_MAX, &b, (uint32_t)op);
  assert(b == 3);
  assert(third >= second);
  a = 1;  // those that come now do not sleep
  futex(&a, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

static void* number(void* out) {
  *(pid_t*)out = (pid_t)syscall(SYS_gettid);
  return NULL;
}

int main(void) {
  pid_t other;
  pthread_t thread;
  pthread_create(&thread, NULL, number, &other);
  pthread_join(thread, NULL);
  assert(syscall(SYS_gettid) == getpid() && gettid() == getpid() && other != getpid());
  refusals();
  wake_and_move();
  return 0;
}
