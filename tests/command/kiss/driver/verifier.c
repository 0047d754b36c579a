/* The words of software verifiers: a region that nobody interferes with, an assumption, a truth value as
 * input. The first thread's x = 2 is overwritten where the second one's region, or its read, comes between.
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);

static int x, y;

static void* work(void* unused) {
  __VERIFIER_atomic_begin();
  assert(x == y || x == 2);
  x = 1;
  y = 1;
  __VERIFIER_atomic_end();
  const int seen = x;
  x = seen + 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  const _Bool two = __VERIFIER_nondet_bool();
  pthread_create(&first, 0, work, 0);
  if (two) pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  __VERIFIER_assume(two);
  pthread_join(second, 0);
  const int last = x;
  assert(last == 2);
  return 0;
}
