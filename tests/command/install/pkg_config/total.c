// Two threads add to a counter; with WRONG, in two steps. With LIBRARY they also call code of another object.
#undef NDEBUG
#include <assert.h>
#include <pthread.h>

void note(void);
static int counter;

static void* add(void* nothing) {
#ifdef WRONG
  __atomic_store_n(&counter, __atomic_load_n(&counter, __ATOMIC_SEQ_CST) + 1, __ATOMIC_SEQ_CST);
#else
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
#endif
#ifdef LIBRARY
  note();
#endif
  return nothing;
}

int main(void) {
  pthread_t other;
  if (pthread_create(&other, 0, add, 0) != 0) return 1;
  add(0);
  pthread_join(other, 0);
  assert(__atomic_load_n(&counter, __ATOMIC_SEQ_CST) == 2);
  return 0;
}
