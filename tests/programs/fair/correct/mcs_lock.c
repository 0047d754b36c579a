// The lock of Mellor-Crummey and Scott: a queue of nodes, each thread spins on its own, and who leaves waits
// until a successor that has taken its place in the queue has also said who it is.
#include <stdatomic.h>
#include <stdbool.h>

#include "../two_threads.h"

struct node {
  _Atomic(struct node*) next;
  atomic_bool waits;
};

static _Atomic(struct node*) tail;
static int counter;

static void lock(struct node* me) {
  atomic_store(&me->next, NULL);
  atomic_store(&me->waits, true);
  struct node* before = atomic_exchange(&tail, me);
  if (before == NULL) return;
  atomic_store(&before->next, me);
  while (atomic_load(&me->waits)) PAUSE();
}

static void unlock(struct node* me) {
  struct node* after = atomic_load(&me->next);
  if (after == NULL) {
    struct node* expected = me;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
    while ((after = atomic_load(&me->next)) == NULL) PAUSE();
  }
  atomic_store(&after->waits, false);
}

static void* count(void* argument) {
  static struct node nodes[2];
  struct node* me = &nodes[number_of(argument)];
  for (int times = 0; times < 2; ++times) {
    lock(me);
    ++counter;
    unlock(me);
  }
  return NULL;
}

int main(void) {
  run_both(count, count);
  assert(counter == 4);
}
