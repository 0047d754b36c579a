/* Two fields behind a read-write lock, which always change together.
 *
 * BUG=1: the writer reads first, and asks for the write lock while it still has its read lock.
 *   Deadlock, no preemption: it waits for itself.
 * BUG=2: the writer takes the lock for reading. Assertion, least preemptions 1: the reader is
 *   preempted between its two reads. Without, a thread that has begun is not left before it is
 *   done, since nobody ever blocks.
 * BUG=3: the writer gives back twice. Misuse, no preemption.
 * BUG=4: of the kind that prefers writers, a reader takes the lock twice. Deadlock, least
 *   preemptions 1: it is preempted between; the writer gets in line behind it, and the reader
 *   behind the writer. Without a preemption the reader is done before the writer begins.
 * RECURSIVE: the same with the default kind, where the reader gets past the writer. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#if BUG == 4
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#endif
static atomic_int first, second;

static void* read_both(void* unused) {
  pthread_rwlock_rdlock(&lock);
#if BUG == 4 || defined RECURSIVE
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  const int seen = first;
  assert(seen == second);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* write_both(void* unused) {
#if BUG == 1
  pthread_rwlock_rdlock(&lock);
#endif
#if BUG == 2
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  ++first;
  ++second;
  pthread_rwlock_unlock(&lock);
#if BUG == 3
  pthread_rwlock_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, read_both, NULL);
  pthread_create(&writer, NULL, write_both, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}
