/* The indexer of Flanagan and Godefroid (POPL 2005) in C11, as other tools read it; see tests/programs/litmus/indexer.cc. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 12
#endif
enum { kSize = 128, kMost = 4 };

static atomic_int table[kSize];
static int numbers[THREADS];

static void* index_words(void* argument) {
  const int thread = *(int*)argument;
  for (int m = 1; m <= kMost; ++m) {
    const int word = m * 11 + thread;
    int place = word * 7 % kSize;
    for (int empty = 0; !atomic_compare_exchange_strong(&table[place], &empty, word); empty = 0)
      place = (place + 1) % kSize;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; ++t) {
    numbers[t] = t;
    pthread_create(&threads[t], NULL, index_words, &numbers[t]);
  }
  for (int t = 0; t < THREADS; ++t) pthread_join(threads[t], NULL);
  return 0;
}
