#undef NDEBUG
#include <assert.h>
#include <pthread.h>

static _Atomic int counter;

static void* add(void* nothing) {
  counter = counter + 1;
  return nothing;
}

int main(void) {
  pthread_t other;
  if (pthread_create(&other, 0, add, 0) != 0) return 1;
  add(0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
