/* READERS readers and WRITERS writers, each once through one read-write lock; main creates the readers first,
   then joins all. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 1
#endif

#ifdef WRITERS_FIRST
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#endif

static void* read_it(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* write_it(void* unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[READERS + WRITERS];
  for (int i = 0; i < READERS + WRITERS; ++i)
    pthread_create(&threads[i], NULL, i < READERS ? read_it : write_it, NULL);
  for (int i = 0; i < READERS + WRITERS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
