/* A lock that serves by numbers. BUG: a number is taken in two steps, so two threads can have the same. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uint next, serving;
};
static struct ticket_lock lock;
static int balance;

static void acquire(struct ticket_lock* l) {
#ifdef BUG
  const unsigned mine = atomic_load(&l->next);
  atomic_store(&l->next, mine + 1);
#else
  const unsigned mine = atomic_fetch_add(&l->next, 1);
#endif
  while (atomic_load(&l->serving) != mine) sched_yield();
}
static void release(struct ticket_lock* l) { atomic_fetch_add(&l->serving, 1); }

static void* work(void* argument) {
  (void)argument;
  acquire(&lock);
  balance++;
  assert(balance == 1);
  balance--;
  release(&lock);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
