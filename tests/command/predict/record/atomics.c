// Atomic operations, accesses of several widths to the same bytes, which are cut into cells, a block of the
// heap, and a join that is given up.
//
// TRACE 0|w(heap)
// TRACE 0|fork(0.1)
// TRACE 0|w(a)
// TRACE 0|u(a)
// TRACE 0|r(a)
// TRACE 0|u(a)
// TRACE 0|r(a)
// TRACE 0|r(end:0.1)
// TRACE 0.1|w(word.whole)
// TRACE 0.1|w(word.whole~2)
// TRACE 0.1|w(word.whole~3)
// TRACE 0.1|w(word.whole~3)
// TRACE 0.1|r(word.whole)
// TRACE 0.1|r(word.whole~2)
// TRACE 0.1|r(word.whole~3)
// TRACE 0.1|w(heap)
// TRACE 0.1|w(end:0.1)
// TRACE 0|join(0.1)
// TRACE 0|r(word.whole)
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int a;
union {
  int whole;
  unsigned char bytes[4];
} word;
static pthread_t handle;

static void* child(void* argument) {
  word.whole = 1;
  word.bytes[3] = 2;
  if (*(volatile int*)&word.whole == 0) return 0;
  *(volatile int*)argument = 3;
  return argument;
}

int main(void) {
  volatile int* block = malloc(sizeof *block);
  *block = 1;
  pthread_create(&handle, 0, child, (void*)block);
  atomic_store(&a, 1);
  atomic_fetch_add(&a, 1);
  int expected = 7;
  atomic_compare_exchange_strong(&a, &expected, 8);
  atomic_exchange(&a, 9);
  if (atomic_load(&a) != 9) return 1;
  pthread_tryjoin_np(handle, 0);
  pthread_join(handle, 0);
  return *(volatile unsigned char*)&word.bytes[0] - 1;
}
