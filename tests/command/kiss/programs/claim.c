/* A place that is claimed by compare-and-swap and looked at without. Where the place is taken, the exchange
 * fails and only reads: no race. BUG: the place is free, and looking at it races with claiming it. */
#include <pthread.h>

struct place {
  int owner;
  int visits;
};
#ifdef BUG
static struct place place = {0, 0};
#else
static struct place place = {7, 0};
#endif

static int claim(struct place* p, int owner) {
  int nobody = 0;
  return __atomic_compare_exchange_n(&p->owner, &nobody, owner, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void* visitor(void* argument) {
  struct place* const p = argument;
  if (!claim(p, 2)) __atomic_fetch_add(&p->visits, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, visitor, &place);
  if (place.owner == 7) __atomic_fetch_add(&place.visits, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, 0);
  return 0;
}
