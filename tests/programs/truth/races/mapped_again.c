// Each thread maps memory, writes to it and unmaps it. The kernel gives the same address again, and what the other thread did
// there is no race. With KEPT both threads use one mapping that has grown in place, which is a race.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

#ifndef BYTES
#define BYTES 4096
#endif

static char* map(void) {
  char* memory = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory != MAP_FAILED);
  return memory;
}

#ifdef KEPT
static char* shared;
static void* body(void* unused) {
  shared[0] = 1;
  return unused;
}
#else
static void* body(void* unused) {
  char* memory = map();
  memory[0] = 1;
  memory[BYTES - 1] = 1;
  munmap(memory, BYTES);
  return unused;
}
#endif

int main(void) {
  pthread_t threads[2];
#ifdef KEPT
  shared = map();
  munmap(shared + BYTES / 2, BYTES / 2);
#endif
  pthread_create(&threads[0], 0, body, 0);
#ifdef KEPT
  assert(mremap(shared, BYTES / 2, BYTES, 0) == shared);
#endif
  pthread_create(&threads[1], 0, body, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
