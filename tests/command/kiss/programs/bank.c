/* Transfers between accounts with a lock each. BUG=1: the balance is looked at before the lock is taken, so
 * an account can be overdrawn. BUG=2: the locks are taken in the order of the arguments, so two transfers can
 * block each other. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct account {
  pthread_mutex_t lock;
  int number;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, 10}, {PTHREAD_MUTEX_INITIALIZER, 1, 10}};

static void lock_both(struct account* from, struct account* to) {
#if BUG == 2
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
#else
  pthread_mutex_lock(from->number < to->number ? &from->lock : &to->lock);
  pthread_mutex_lock(from->number < to->number ? &to->lock : &from->lock);
#endif
}

static bool transfer(struct account* from, struct account* to, int amount) {
#if BUG == 1
  const bool enough = __atomic_load_n(&from->balance, __ATOMIC_SEQ_CST) >= amount;
#endif
  lock_both(from, to);
#if BUG != 1
  const bool enough = from->balance >= amount;
#endif
  if (enough) {
    __atomic_fetch_sub(&from->balance, amount, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&to->balance, amount, __ATOMIC_SEQ_CST);
    assert(from->balance >= 0);
  }
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
  return enough;
}

static void* there(void* argument) {
  (void)argument;
  transfer(&accounts[0], &accounts[1], 7);
  return 0;
}
static void* other_way(void* argument) {
  (void)argument;
#if BUG == 2
  transfer(&accounts[1], &accounts[0], 3);
#else
  transfer(&accounts[0], &accounts[1], 8);
#endif
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, there, 0);
  pthread_create(&second, 0, other_way, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(accounts[0].balance + accounts[1].balance == 20);
  return 0;
}
