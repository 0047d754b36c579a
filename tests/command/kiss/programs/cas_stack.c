/* A stack of indices whose top is exchanged by compare-and-swap. BUG=1: push stores the top without looking
 * whether it has changed. BUG=2: pop does not notice that the top was popped and pushed again in the meantime
 * (ABA): the right one counts every change in the upper bits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NODES = 4, MASK = 255 };
static atomic_int next[NODES + 1];
static atomic_int top; /* 0: empty, else the node, and a count above it */

static int changed(int old, int node) {
#if BUG == 2
  (void)old;
  return node;
#else
  return ((old & ~MASK) + MASK + 1) | node;
#endif
}

static void push(int node) {
  int old = atomic_load(&top);
#if BUG == 1
  atomic_store(&next[node], old & MASK);
  atomic_store(&top, changed(old, node));
#else
  do atomic_store(&next[node], old & MASK);
  while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
#endif
}

static int pop(void) {
  int old = atomic_load(&top);
  for (;;) {
    if ((old & MASK) == 0) return 0;
    const int below = atomic_load(&next[old & MASK]);
    if (atomic_compare_exchange_strong(&top, &old, changed(old, below))) return old & MASK;
  }
}

static int got;

#if BUG == 1
static void* other(void* argument) {
  (void)argument;
  push(3);
  return 0;
}
static void mine(void) { push(4); }
#else
static void* other(void* argument) {
  (void)argument;
  const int first = pop();
  const int second = pop();
  if (first) push(first);
  got = second; /* kept */
  return 0;
}
static void mine(void) { pop(); }
#endif

int main(void) {
  pthread_t thread;
  push(1);
  push(2);
  pthread_create(&thread, 0, other, 0);
  mine();
  pthread_join(thread, 0);
  int seen[NODES + 1] = {0};
  int count = 0;
  if (got) seen[got]++;
  for (int node = pop(); node != 0; node = pop()) {
    seen[node]++;
    count++;
    assert(seen[node] == 1);
  }
#if BUG == 1
  assert(count == 4);
#endif
  return 0;
}
