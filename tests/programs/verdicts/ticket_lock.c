// A ticket lock. RACY: the next ticket is called with relaxed order.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifdef RACY
#define CALL memory_order_relaxed
#else
#define CALL memory_order_release
#endif

static atomic_uint next, serving;
static long served;

static void* visit(void* unused) {
  const unsigned ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket) sched_yield();
  served += 1;  // [serve]
  atomic_store_explicit(&serving, ticket + 1, CALL);
  return unused;
}

int main(void) {
  pthread_t visitor;
  pthread_create(&visitor, NULL, visit, NULL);
  visit(NULL);
  pthread_join(visitor, NULL);
  return served == 0;
}
