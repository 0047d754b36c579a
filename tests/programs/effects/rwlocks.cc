// Read-write locks.
#include "families.h"

#include <pthread.h>

#include <cassert>

namespace {

pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void* reads(void*) {
  pthread_rwlock_rdlock(&rw);
  if (pthread_rwlock_tryrdlock(&rw) == 0) pthread_rwlock_unlock(&rw);
  pthread_rwlock_unlock(&rw);
  return nullptr;
}
void* writes(void*) {
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
  return nullptr;
}
void* writes_soon(void*) {
  if (pthread_rwlock_timedwrlock(&rw, &kSoon) == 0) pthread_rwlock_unlock(&rw);
  if (pthread_rwlock_timedrdlock(&rw, &kSoon) == 0) pthread_rwlock_unlock(&rw);
  if (pthread_rwlock_trywrlock(&rw) == 0) pthread_rwlock_unlock(&rw);
  return nullptr;
}
void rwlock() {
  two(reads, writes);
  threads.start(reads);
  threads.join();
}
void timed_rwlock() {
  two(reads, writes_soon);
  threads.join();
}
void writers_first() {
  pthread_rwlockattr_t how;
  pthread_rwlockattr_init(&how);
  pthread_rwlockattr_setkind_np(&how, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&rw, &how);
  two(reads, writes);
  threads.join();
}
void* reads_own(void*) {
  pthread_rwlock_wrlock(&rw);
  assert(pthread_rwlock_rdlock(&rw) != 0);
  pthread_rwlock_unlock(&rw);
  return nullptr;
}
void rwlock_again() {
  two(reads_own, reads);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(rwlock),
    FAMILY(timed_rwlock),
    FAMILY(writers_first),
    FAMILY(rwlock_again),
};

}  // namespace

std::span<const Family> families::rwlocks() { return kFamilies; }
