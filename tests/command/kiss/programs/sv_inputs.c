/* Inputs of the environment: how many units are produced and asked for is not known. BUG: the stock is
 * compared with what is asked for without the lock. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 2;

static int take(int units) {
#ifdef BUG
  const int enough = __atomic_load_n(&stock, __ATOMIC_SEQ_CST) >= units;
  pthread_mutex_lock(&lock);
#else
  pthread_mutex_lock(&lock);
  const int enough = stock >= units;
#endif
  if (enough) __atomic_fetch_sub(&stock, units, __ATOMIC_SEQ_CST);
  assert(stock >= 0);
  pthread_mutex_unlock(&lock);
  return enough;
}

static void* customer(void* argument) {
  take(*(const int*)argument);
  return 0;
}

int main(void) {
  const int units = __VERIFIER_nondet_int();
  __VERIFIER_assume(units > 0 && units <= 3);
  pthread_t thread;
  pthread_create(&thread, 0, customer, (void*)&units);
  take(units);
  pthread_join(thread, 0);
  return 0;
}
