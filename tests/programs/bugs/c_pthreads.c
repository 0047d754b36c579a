/* Money moved between two accounts by two threads, in C: create, join with a result, mutex, trylock,
 * condition variable, pthread_exit.
 *
 * BUG=1: each thread locks its source first. Deadlock, least preemptions 1.
 *   1 is enough: one thread holds the first account and is preempted before the second [P1]; the other locks
 *   the second and blocks on the first; the one blocks on the second. 0 is not: no thread blocks with a
 *   single account locked unless another one holds the second account without running.
 * BUG=2: the balance is read and written in two critical sections. Assertion (money is lost or made), least
 *   preemptions 1: one thread has read the balance and is preempted before it locks again [P1]; the other
 *   moves its money; the one stores a sum of the past. 0 is not: neither thread blocks in between.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef BUG
#define BUG 0
#endif

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static pthread_mutex_t start_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int may_start;

static void wait_for_start(void) {
  pthread_mutex_lock(&start_mutex);
  while (!may_start) pthread_cond_wait(&started, &start_mutex);
  pthread_mutex_unlock(&start_mutex);
}

static void change(struct account* account, int amount) {
#if BUG == 2
  pthread_mutex_lock(&account->mutex);
  int balance = account->balance;
  pthread_mutex_unlock(&account->mutex);
  pthread_mutex_lock(&account->mutex);
  account->balance = balance + amount;
  pthread_mutex_unlock(&account->mutex);
#else
  account->balance += amount;
#endif
}

static void move(int from, int to, int amount) {
#if BUG == 2
  change(&accounts[from], -amount);
  change(&accounts[to], amount);
#else
  int first = from;
  int second = to;
#if BUG != 1
  if (first > second) {
    first = to;
    second = from;
  }
#endif
  pthread_mutex_lock(&accounts[first].mutex);
  pthread_mutex_lock(&accounts[second].mutex);
  change(&accounts[from], -amount);
  change(&accounts[to], amount);
  pthread_mutex_unlock(&accounts[second].mutex);
  pthread_mutex_unlock(&accounts[first].mutex);
#endif
}

static void* move_some(void* argument) {
  int from = (int)(intptr_t)argument;
  wait_for_start();
  move(from, 1 - from, 10 + from);
  if (from == 1) pthread_exit((void*)(intptr_t)11);
  return (void*)(intptr_t)10;
}

int main(void) {
  pthread_t threads[2];
  int moved = 0;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, move_some, (void*)(intptr_t)i);
  pthread_mutex_lock(&start_mutex);
  may_start = 1;
  pthread_cond_broadcast(&started);
  pthread_mutex_unlock(&start_mutex);
  for (int i = 0; i < 2; ++i) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    moved += (int)(intptr_t)result;
  }
  assert(moved == 21);
  int busy = pthread_mutex_trylock(&accounts[0].mutex);
  assert(!busy);
  (void)busy;
  assert(accounts[0].balance + accounts[1].balance == 200);
  pthread_mutex_unlock(&accounts[0].mutex);
  return 0;
}
