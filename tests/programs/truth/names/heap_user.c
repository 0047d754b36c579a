// Users of a heap that is in another file of the program. By the C library (strdup) as well.
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "heap_of_program.h"

static char* got[2];

static void* work(void* which) {
  got[(long)which] = malloc(16);
  return NULL;
}

int main(void) {
  const int before = calls_of_heap();
  char* copy = strdup("text");
  char* zeros = calloc(1, 16);
  char* larger = realloc(NULL, 32);
  assert(is_of_heap(copy) && is_of_heap(zeros) && is_of_heap(larger));
  assert(calls_of_heap() == before + 3);
  free(copy);
  free(zeros);
  free(larger);
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)0);
  pthread_create(&b, NULL, work, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(is_of_heap(got[0]) && is_of_heap(got[1]) && got[0] != got[1]);
  return 0;
}
